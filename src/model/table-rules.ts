import type { Decimal } from "./values/decimal.js";

/**
 * Rules by which the rows of a file become the rows that a model reads: where the table begins, which of its rows are
 * no entries, and which columns are rows in truth. They are part of the model, so that every load applies them.
 */
export interface TableRules {
  /** Name of the sheet of a spreadsheet, or of a file of an archive; `null`: the first with a table. */
  readonly sheet: string | null;
  /** Row of the file that names the columns, 1 is the first; `null`: the first that is not blank. */
  readonly headerRow: number | null;
  readonly unpivot: Unpivot | null;
  /** A row that fits one of these is no entry. */
  readonly leaveOut: readonly LeftOutRule[];
  /** Texts that stand for an empty cell in columns of numbers and dates. */
  readonly empty: readonly string[];
  /** Names of the currency that are removed from numbers. */
  readonly units: readonly string[];
  /** Factors by which the amounts of columns are multiplied, by the name of the column. */
  readonly scale: ReadonlyMap<string, Decimal>;
  /** True if numbers in columns of dates are the days that spreadsheets count. */
  readonly serialDates: boolean;
  /** Column of amounts whose currencies become a column of their own; `null` for none. */
  readonly currency: { readonly from: string; readonly to: string } | null;
}

/** Columns that become rows: one for each of them, with its name and its cell. */
export interface Unpivot {
  /** The columns, and the text that each one's rows have under `heading`. */
  readonly columns: ReadonlyMap<string, string>;
  /** Name of the column that gets the texts. */
  readonly heading: string;
  /** Name of the column that gets the cells. */
  readonly cell: string;
}

/** Rows to leave out: by the cell of a column, or by the number of their filled cells. */
export type LeftOutRule =
  | {
      readonly column: string;
      /** Whole texts of the cell; an empty one stands for an empty cell. */
      readonly values: readonly string[];
      /** First words of the cell, in upper or lower case. */
      readonly begins: readonly string[];
    }
  /** Rows with at most so many filled cells. */
  | { readonly filled: number };

export const NO_TABLE_RULES: TableRules = {
  sheet: null,
  headerRow: null,
  unpivot: null,
  leaveOut: [],
  empty: [],
  units: [],
  scale: new Map(),
  serialDates: false,
  currency: null,
};
