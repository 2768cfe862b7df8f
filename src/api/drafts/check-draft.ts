import type { Engine } from "../../engine/engine.js";
import { gatherCells } from "../../engine/collect-cells.js";
import { withReader } from "../../engine/with-reader.js";
import type { CellError } from "../../ingest/cast/cell-error.js";
import { addReports, type LoadReport } from "../../ingest/report.js";
import type { Model } from "../../model/cube.js";
import { type Decimal, decimalText } from "../../model/values/decimal.js";
import { numberAt } from "../../model/values/decimal-column.js";
import { bindAggregate } from "../../query/bind.js";
import { parameters } from "../../query/parameters.js";
import { queryBounds, type Context } from "../context.js";
import type { SourceRequest } from "../loads/load.js";
import { doWork, type DraftWork } from "./do-work.js";
import type { Draft } from "./draft.js";
import { draftSources, readDraftModel } from "./draft-source.js";

/** What loading a draft would come to. */
export interface DraftCheck {
  /** What had better be different and does no harm. */
  readonly warnings: readonly string[];
  readonly rowsRead: number;
  readonly rowsRejected: number;
  /** Good rows in whose place there is another with the same key. */
  readonly rowsReplaced: number;
  /** Of the rows that are good. */
  readonly numEntries: number;
  readonly numErrors: number;
  /** The first of them. */
  readonly errors: readonly CellError[];
  readonly currency: string | null;
  /** Exact, of the good rows, by measure. */
  readonly totals: readonly (readonly [label: string, total: string])[];
  /** Of the first measure, the first year first. */
  readonly years: readonly (readonly [year: string, total: number])[];
}

const SHOWN_ERRORS = 100;
const MOST_YEARS = 1000;

/**
 * Begin to read the whole of a draft's table under its model, as a load would; nothing is changed by it.
 * @returns settles when it is over
 * @throws InvalidModel with every fault, Conflict when something else is done with it, OverCapacity
 */
export function checkDraft(context: Context, draft: Draft): Promise<void> {
  const { model, warnings } = readDraftModel(draft);
  const sources = draftSources(draft, model, context.drafts.folder.tableOf(draft.id));
  return doWork(context, draft, "check", async (...watching) => {
    const { engine, report } = await readSources(context, sources, ...watching);
    try {
      return { check: { warnings, ...(await describe(context, model, engine, report, watching[0])) } };
    } finally {
      engine.dispose();
    }
  });
}

async function readSources(
  { loads }: Context,
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
  context: Context,
  model: Model,
  engine: Engine,
  report: LoadReport,
  signal: AbortSignal,
): Promise<Omit<DraftCheck, "warnings">> {
  const requested = parameters([
    ["measure", model.measures.map(({ name }) => name).join("|")],
    ["drilldown", "time.year"],
    ["order", "time.year:asc"],
    ["pagesize", String(MOST_YEARS)],
  ]);
  const { query } = bindAggregate(model, requested, context.maxClauses);
  const result = await context.queue.run(
    () => withReader(engine, queryBounds(context, signal), (reader) => reader.aggregate(query)),
    signal,
  );
  const { keys, sums } = (await gatherCells(result)).cells;
  return {
    rowsRead: report.rowsRead,
    rowsRejected: report.rowsRejected,
    rowsReplaced: report.rowsRead - report.rowsBlank - report.rowsRejected - engine.numEntries,
    numEntries: engine.numEntries,
    numErrors: report.numErrors,
    errors: report.errors.slice(0, SHOWN_ERRORS),
    currency: model.dataset.currency,
    totals: query.measures.map(({ label }, at) => [label, decimalText(result.totals[at] as Decimal)]),
    years: keys[0]!.map((year, at) => [String(year), numberAt(sums[0]!, at)]),
  };
}
