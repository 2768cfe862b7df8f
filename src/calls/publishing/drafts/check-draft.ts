import { checkTable } from "../loads/check-table.js";
import { OPERATOR } from "../../../access/actor.js";
import type { Engine } from "../../../core/engine/engine.js";
import { BadSource } from "../../../core/errors/errors.js";
import { gatherCells } from "../../../core/engine/collect-cells.js";
import { withReader } from "../../../core/engine/with-reader.js";
import { addReports, type LoadReport } from "../../../sources/ingest/report.js";
import type { Model } from "../../../core/model/cube.js";
import { currencyDimension } from "../../../core/model/currency-dimension.js";
import { type Decimal, decimalText } from "../../../core/model/values/decimal.js";
import { decimalAt } from "../../../core/model/values/decimal-column.js";
import { bindAggregateRequest } from "../../../core/query/aggregate/bind.js";
import { TOTAL } from "../../../core/query/aggregate/request.js";
import { queryBounds } from "../../context.js";
import { warnOfOtherYear } from "../loads/other-year.js";
import { compareNext, compareNextColumns } from "../loads/compare-next.js";
import type { SourceRequest } from "../loads/load-request.js";
import { doWork, type DraftWork } from "./do-work.js";
import type { DraftCheck } from "./draft-check.js";
import type { DraftContext } from "./draft-context.js";
import type { Draft } from "./draft.js";
import { draftSources, readDraftModel } from "./draft-source.js";
import { previewDraft } from "./preview-draft.js";

const SHOWN_ERRORS = 100;
const SHOWN_GROUPS = 100;
const MAX_YEARS = 1000;
const YEAR = "time.year";

/**
 * Start to check a draft: read its whole table under its model, as a load would, without changing any dataset.
 * @returns settles when the check has ended
 * @throws InvalidModel with all errors, Conflict when other work on the draft is running, OverCapacity
 */
export function checkDraft(context: DraftContext, draft: Draft): Promise<void> {
  const { model, warnings } = readDraftModel(draft);
  const sources = draftSources(draft, model, context.drafts.folder.tableOf(draft.id));
  return doWork(context, draft, "check", async (...watching) => {
    const columns = await compareDraftColumns(context, draft, model);
    const { engine, report } = await readSources(context, sources, ...watching);
    try {
      const check = await describe(context, model, engine, report, watching[0]);
      const preview = await previewDraft(context, model, engine, check.years.at(-1)?.[0], watching[0]);
      const others = [...warnings, ...report.warnings, ...warnOfOtherYear(model, draft.name)];
      const all = await checkTable(model, engine, watching[0], { others });
      const series = [...columns, ...(await compareDraft(context, draft, sources, watching[0]))];
      return { check: { ...check, preview, warnings: all, ...(series.length > 0 ? { series } : {}) } };
    } finally {
      engine.dispose();
    }
  });
}

/** @throws BadSource if columns are missing that the files of the dataset have which the draft is added to */
async function compareDraftColumns(
  { catalog }: DraftContext,
  { into, analysis, name }: Draft,
  model: Model,
): Promise<readonly string[]> {
  const stored = into === null ? undefined : catalog.get(into);
  if (!stored || !analysis || model.dataset.name !== into) return [];
  const { errors, notes } = await compareNextColumns(stored, model, name, analysis);
  if (errors.length > 0) throw new BadSource(errors);
  return notes;
}

/** Say how the file of a draft relates to the dataset that it is added to. */
async function compareDraft(
  { loads }: DraftContext,
  { into }: Draft,
  sources: readonly SourceRequest[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const [source] = sources;
  if (!source || sources.length > 1 || source.model.dataset.name !== into) return [];
  return compareNext(loads.services, source, { download: loads.download, signal });
}

async function readSources(
  { loads }: DraftContext,
  sources: readonly SourceRequest[],
  ...[signal, onProgress]: Parameters<DraftWork>
): Promise<{ readonly engine: Engine; readonly report: LoadReport }> {
  let engine: Engine | null = null;
  const reports: LoadReport[] = [];
  try {
    for (const [at, { model, address }] of sources.entries()) {
      const { loader } = loads.services;
      const read = { model, source: address, download: loads.download, sourceId: at + 1, skipInvalid: true };
      const loaded = await loader.load({ ...read, previous: engine, onProgress, signal });
      engine?.dispose();
      engine = loaded.engine;
      reports.push(loaded.report);
    }
  } catch (error) {
    engine?.dispose();
    throw error;
  }
  return { engine: engine!, report: addReports(reports) };
}

async function describe(
  context: DraftContext,
  model: Model,
  engine: Engine,
  report: LoadReport,
  signal: AbortSignal,
): Promise<Omit<DraftCheck, "warnings">> {
  const request = {
    ...TOTAL,
    measures: model.measures.map(({ name }) => name),
    drilldown: [YEAR],
    order: [{ field: YEAR, value: "asc" }],
    pagesize: MAX_YEARS,
  };
  const { query } = bindAggregateRequest(model, request, context.maxClauses);
  const result = await context.queue.run(
    () => withReader({ engine, model }, queryBounds(context, OPERATOR, signal), (reader) => reader.aggregate(query)),
    signal,
  );
  const { keys, sums } = (await gatherCells(result)).cells;
  // Sums of several currencies mean nothing; the warning has that of each.
  const isDivided = currencyDimension(model) !== null;
  return {
    rowsRead: report.rowsRead,
    rowsRejected: report.rowsRejected,
    rowsReplaced: report.rowsRead - report.rowsBlank - report.rowsRejected - engine.numEntries,
    numEntries: engine.numEntries,
    numErrors: report.numErrors,
    errors: report.errors.slice(0, SHOWN_ERRORS),
    groups: report.groups.slice(0, SHOWN_GROUPS),
    control: report.control,
    currency: model.dataset.currency,
    totals: isDivided ? [] : query.measures.map(({ label }, at) => [label, decimalText(result.totals[at] as Decimal)]),
    years: isDivided ? [] : keys[0]!.map((year, at) => [String(year), decimalText(decimalAt(sums[0]!, at))]),
  };
}
