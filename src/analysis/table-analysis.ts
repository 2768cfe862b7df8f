import type { NumberFormat } from "../model/values/value.js";

/** Result of analysing a table without a model. */
export interface TableAnalysis {
  readonly encoding: string;
  readonly delimiter: string;
  /** Number of columns in the header; `columns` may hold only the first of them. */
  readonly numColumns: number;
  readonly columns: readonly ColumnAnalysis[];
  /** Pairs of columns where each value of the first occurs with only one value of the second. */
  readonly dependencies: readonly Dependency[];
  /** Positions of columns that identify rows together; empty if no small set does, or not all rows were read. */
  readonly key: readonly number[];
  /** Number of rows analysed, without blank ones. */
  readonly rows: number;
  /** True if all rows were analysed. */
  readonly isWhole: boolean;
}

/** A pair of columns, by position: `from` determines `to`. */
export interface Dependency {
  readonly from: number;
  readonly to: number;
}

export interface ColumnAnalysis {
  /** Position in the table. */
  readonly index: number;
  /** Trimmed text from the header; may be empty or repeated in other columns. */
  readonly heading: string;
  /** Number of filled and of blank cells. */
  readonly filled: number;
  readonly empty: number;
  /** Number of distinct values; if not all could be stored, the number of those stored. */
  readonly distinct: number;
  readonly isDistinctExact: boolean;
  /** True if no cell is empty and no stored value repeats. */
  readonly isUnique: boolean;
  /** The first distinct values, shortened. */
  readonly samples: readonly string[];
  /** ISO 4217 code, if all numbers have the same currency sign or all cells hold the same code. */
  readonly currency: string | null;
  readonly type: ColumnType;
}

/** Type of nearly all filled cells. */
export type ColumnType = { readonly kind: "empty" } | TextColumnAnalysis | NumberColumnAnalysis | DateColumn;

export interface TextColumnAnalysis {
  readonly kind: "text";
  /** Length of the longest text in characters. */
  readonly longest: number;
  /** `codes` are short texts without blanks, `colors` are `#rrggbb`. */
  readonly form: "codes" | "colors" | "words";
}

export interface NumberColumnAnalysis {
  readonly kind: "number";
  readonly numbers: NumberFormat;
  /** True if the cells determine the decimal sign: some have a separator, and no other sign fits as many cells. */
  readonly isFormatSure: boolean;
  /** Exact values as plain decimal numbers. */
  readonly min: string;
  readonly max: string;
  readonly sum: string;
  readonly areIntegers: boolean;
  readonly misfits: Misfits;
}

export interface DateColumn {
  readonly kind: "date";
  /** Format in strptime codes; `null` for ISO dates. */
  readonly format: string | null;
  /** First and last date, as `YYYY-MM-DD`. */
  readonly min: string;
  readonly max: string;
  readonly precision: "year" | "month" | "day";
  /** True if month and day could be swapped. */
  readonly isAmbiguous: boolean;
  readonly misfits: Misfits;
}

/** Filled cells that do not have the column's type. */
export interface Misfits {
  readonly count: number;
  /** The first of them, shortened. */
  readonly samples: readonly string[];
}
