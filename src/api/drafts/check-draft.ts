import { gatherCells } from "../../engine/gather-cells.js";
import type { CellError } from "../../ingest/cell-error.js";
import { type Decimal, decimalText } from "../../model/decimal.js";
import { bindAggregate } from "../../query/bind.js";
import { parameters } from "../../query/parameters.js";
import { boundsOf, type Context } from "../context.js";
import { draftSource, readDraftModel } from "./draft-source.js";
import type { Draft } from "./drafts.js";

/** What loading a draft would come to. */
export interface DraftCheck {
  /** What had better be different and does no harm. */
  readonly warnings: readonly string[];
  readonly rowsRead: number;
  readonly rowsRejected: number;
  /** Of the rows that are good. */
  readonly numEntries: number;
  readonly numErrors: number;
  /** The first of them. */
  readonly errors: readonly CellError[];
  /** Exact, of the good rows, by measure. */
  readonly totals: readonly (readonly [label: string, total: string])[];
  /** Of the first measure, the first year first. */
  readonly years: readonly (readonly [year: string, total: number])[];
}

const SHOWN_ERRORS = 100;
const MOST_YEARS = 1000;

/**
 * Read the whole of a draft's file under its model, as a load would, and change nothing.
 * @throws InvalidModel with every fault, BadSource when the file as a whole cannot be read, OverCapacity
 */
export async function checkDraft(context: Context, draft: Draft, signal: AbortSignal): Promise<DraftCheck> {
  const { loads } = context;
  const { model, warnings } = readDraftModel(draft);
  const { address, model: readUnder } = draftSource(draft, model);
  loads.queue.checkRoom();
  const { engine, report } = await loads.queue.run(draft.owner, () =>
    loads.desk.loader.load({
      model: readUnder,
      source: address,
      download: loads.download,
      previous: null,
      sourceId: 1,
      skipInvalid: true,
      signal,
    }),
  );
  try {
    const asked = parameters([
      ["measure", model.measures.map(({ name }) => name).join("|")],
      ["drilldown", "time.year"],
      ["order", "time.year:asc"],
      ["pagesize", String(MOST_YEARS)],
    ]);
    const { query } = bindAggregate(model, asked, context.maxClauses);
    const result = await engine.aggregate(query, boundsOf(context));
    const { keys, sums } = gatherCells(result).cells;
    const sum = (at: number): number => sums[0]![at]!;
    return {
      warnings,
      rowsRead: report.rowsRead,
      rowsRejected: report.rowsRejected,
      numEntries: engine.numEntries,
      numErrors: report.numErrors,
      errors: report.errors.slice(0, SHOWN_ERRORS),
      totals: query.measures.map(({ label }, at) => [label, decimalText(result.totals[at] as Decimal)]),
      years: keys[0]!.map((year, at) => [String(year), sum(at)]),
    };
  } finally {
    engine.dispose();
  }
}
