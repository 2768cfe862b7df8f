import type { CellError } from "../../ingest/cast/cell-error.js";

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
