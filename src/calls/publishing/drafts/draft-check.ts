import type { CellError } from "../../../sources/ingest/cast/cell-error.js";
import type { Control } from "../../../sources/ingest/totals/control.js";
import { type ErrorGroup, groupErrors } from "../../../sources/ingest/cast/error-groups.js";

/** The result of a check: what loading the draft would do. */
export interface DraftCheck {
  /** Sentences about problems of the model that do not prevent a load. */
  readonly warnings: readonly string[];
  readonly rowsRead: number;
  readonly rowsRejected: number;
  /** Valid rows that a later row with the same key replaces. */
  readonly rowsReplaced: number;
  /** Number of entries that the valid rows make. */
  readonly numEntries: number;
  readonly numErrors: number;
  /** The first errors. */
  readonly errors: readonly CellError[];
  /** All errors, grouped by column and kind; absent in checks of earlier versions. */
  readonly groups?: readonly ErrorGroup[];
  /** Control figures, of each source; absent in checks of earlier versions. */
  readonly control?: readonly Control[];
  /** Sentences about how the file relates to what its dataset has; absent for a dataset of its own. */
  readonly series?: readonly string[];
  readonly currency: string | null;
  /** Exact total of each measure over the valid rows. */
  readonly totals: readonly (readonly [label: string, total: string])[];
  /** The figures that the page of the dataset will show first; absent in checks of earlier versions. */
  readonly preview?: readonly DraftSplit[];
  /** Totals of the first measure by year, in chronological order; numbers in checks of earlier versions. */
  readonly years: readonly (readonly [year: string, total: string | number])[];
}

/** Amounts of one year by the members of a dimension: the largest, and the others together. */
export interface DraftSplit {
  readonly label: string;
  /** Language of the label; absent or `null` if it is not known. */
  readonly language?: string | null;
  readonly year: string;
  /** Exact decimals, the largest first. */
  readonly cells: readonly (readonly [label: string, amount: string])[];
  readonly others: { readonly count: number; readonly amount: string } | null;
}

/** Return the errors of a check, grouped by column and kind. */
export function groupsIn({ groups, errors }: DraftCheck): readonly ErrorGroup[] {
  return groups ?? groupErrors(errors);
}
