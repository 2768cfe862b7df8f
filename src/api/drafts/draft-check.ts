import type { CellError } from "../../ingest/cast/cell-error.js";

/** The result that loading a draft would have. */
export interface DraftCheck {
  /** Sentences about what should be improved but does no harm. */
  readonly warnings: readonly string[];
  readonly rowsRead: number;
  readonly rowsRejected: number;
  /** Good rows in whose place there is another with the same key. */
  readonly rowsReplaced: number;
  /** Number of entries that the good rows make. */
  readonly numEntries: number;
  readonly numErrors: number;
  /** The first of them. */
  readonly errors: readonly CellError[];
  readonly currency: string | null;
  /** Exact, of the good rows, by measure. */
  readonly totals: readonly (readonly [label: string, total: string])[];
  /** Totals of the first measure by year, in order. */
  readonly years: readonly (readonly [year: string, total: number])[];
}
