import type { NumberFormat } from "../model/values/value.js";

/** What was found in a table of which nothing was known. */
export interface TableAnalysis {
  readonly encoding: string;
  readonly delimiter: string;
  /** Of the header; `columns` holds the first of them. */
  readonly numColumns: number;
  readonly columns: readonly ColumnAnalysis[];
  /** Pairs of columns in which each value of the first stands beside one value of the second. */
  readonly dependencies: readonly Dependency[];
  /** Positions of columns that tell rows apart together; none where no few do, or not all rows were looked at. */
  readonly key: readonly number[];
  /** Rows that were looked at, blank ones left out. */
  readonly rows: number;
  /** Whether those were all. */
  readonly isWhole: boolean;
}

/** Positions of columns. */
export interface Dependency {
  readonly from: number;
  readonly to: number;
}

export interface ColumnAnalysis {
  /** Position in the table. */
  readonly index: number;
  /** As the header has it, trimmed; may be empty, or that of another column, too. */
  readonly heading: string;
  /** Cells that hold something, and others. */
  readonly filled: number;
  readonly empty: number;
  /** Different values; where not all were kept, as many as were. */
  readonly distinct: number;
  readonly isDistinctExact: boolean;
  /** Whether no value came twice, as far as values were kept, and no cell is empty. */
  readonly isUnique: boolean;
  /** The first different values, shortened. */
  readonly samples: readonly string[];
  /** ISO 4217, where every number has the one currency sign or every cell is the one code. */
  readonly currency: string | null;
  readonly type: ColumnType;
}

/** What nearly all filled cells are. */
export type ColumnType = { readonly kind: "empty" } | TextColumnAnalysis | NumberColumnAnalysis | DateColumn;

export interface TextColumnAnalysis {
  readonly kind: "text";
  /** Characters of the longest. */
  readonly longest: number;
  /** `codes` are short and without blanks, `colors` are `#rrggbb`. */
  readonly form: "codes" | "colors" | "words";
}

export interface NumberColumnAnalysis {
  readonly kind: "number";
  readonly numbers: NumberFormat;
  /** Whether any of them could not be read in another way of writing numbers. */
  readonly isFormatSure: boolean;
  /** Plain decimal numbers, exact. */
  readonly min: string;
  readonly max: string;
  readonly sum: string;
  readonly areIntegers: boolean;
  readonly misfits: Misfits;
}

export interface DateColumn {
  readonly kind: "date";
  /** strptime; `null` for ISO dates. */
  readonly format: string | null;
  /** `YYYY-MM-DD`. */
  readonly min: string;
  readonly max: string;
  readonly precision: "year" | "month" | "day";
  /** Whether month and day could also be the other way round. */
  readonly isAmbiguous: boolean;
  readonly misfits: Misfits;
}

/** Filled cells that are something else. */
export interface Misfits {
  readonly count: number;
  /** The first of them, shortened. */
  readonly samples: readonly string[];
}
