import type { NumberFormat } from "../../core/model/values/value.js";
import type { ColumnFormat } from "../ingest/decode/sheet-formats.js";
import type { EncodingChoice } from "../ingest/decode/letters/find-encoding.js";
import type { TableFate } from "../ingest/tables/choose-tables.js";
import type { ColumnRelation } from "../ingest/totals/column-relations.js";
import type { Definition } from "./column-uses.js";
import type { PersonalData } from "./persons.js";
import type { Repair } from "./repair.js";

/** Result of analysing a table without a model. */
export interface TableAnalysis {
  readonly encoding: string;
  readonly delimiter: string;
  /** Number of columns in the header; `columns` may hold only the first of them. */
  readonly numColumns: number;
  readonly columns: readonly ColumnAnalysis[];
  /** Pairs of columns where each value of the first occurs with only one value of the second. */
  readonly dependencies: readonly Dependency[];
  /** Codes that have one label only together with the codes above; absent in analyses of earlier versions. */
  readonly nestedCodes?: readonly NestedCode[];
  /** Positions of columns that identify rows together; empty if no small set does, or not all rows were read. */
  readonly key: readonly number[];
  /** Number of rows analysed, without blank ones. */
  readonly rows: number;
  /** True if all rows were analysed. */
  readonly isWhole: boolean;
  /** The first records of the file, shortened. This and the following are absent in analyses of earlier versions. */
  readonly preview?: readonly (readonly string[])[];
  /** Row of the file that names the columns; 1 is the first. */
  readonly headerRow?: number;
  /** The first of several such rows, of which that is the last. */
  readonly headerFrom?: number;
  /** Names of the columns in the file, and the first records below them, with long cells cut: for a preview of entries. */
  readonly begin?: { readonly header: readonly string[]; readonly records: readonly (readonly string[])[] };
  /** Rules of the table under which it was analysed, as in `dataset.table` of a model; `null` for none. */
  readonly table?: Definition | null;
  /** Names of the sheets of a spreadsheet or of the tables of an archive, and the one that was analysed. */
  readonly sheets?: readonly string[];
  readonly sheet?: string;
  /** Fate of each of them, and of files that are no tables. */
  readonly fates?: readonly TableFate[];
  /** Number of rows that each rule of `leave_out` leaves out; absent in analyses of earlier versions. */
  readonly leftOut?: readonly number[];
  /** Totals that the file states, compared with its rows, in sentences. */
  readonly totals?: readonly string[];
  /** Columns that only rows have that are sums of others, and so are left out. */
  readonly onlyInTotals?: readonly Pick<ColumnAnalysis, "heading" | "filled" | "samples">[];
  /** Columns of amounts that repeat others. */
  readonly relations?: readonly ColumnRelation[];
  /** Repairs that the file calls for, whether the rules have them or not. */
  readonly repairs?: readonly Repair[];
  /** Sentences about what of the encoding is not beyond doubt. */
  readonly encodingDoubts?: readonly string[];
  /** The encodings that fit about as well, that in which it was read first; absent if there is no doubt. */
  readonly encodingChoice?: readonly EncodingChoice[];
  /** Sentences about rows that are not of the table: a load leaves them out, or refuses them. */
  readonly oddRows?: readonly string[];
  /** Sentences of these that are about rows in which a delimiter is missing; absent for none. */
  readonly shortRows?: readonly string[];
}

/** A pair of columns, by position: `from` determines `to`. */
export interface Dependency {
  readonly from: number;
  readonly to: number;
  /** True if no row contradicts; absent in analyses of earlier versions. */
  readonly isExact?: boolean;
}

/** A code, by the positions of columns, that is unique only within the codes of the levels above. */
export interface NestedCode {
  /** The codes of the levels above, from the top. */
  readonly within: readonly number[];
  readonly code: number;
  readonly label: number;
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
  /** All distinct values, in the order of the rows; absent if there are many, or in analyses of earlier versions. */
  readonly values?: readonly string[];
  /** Levels that the first characters of codes show; absent if there are none. */
  readonly levels?: readonly CodeLevel[];
  /** ISO 4217 code, if all numbers have the same currency sign or all cells hold the same code. */
  readonly currency: string | null;
  /** The display of its cells by their number formats; absent if none is stored as a number in a spreadsheet. */
  readonly format?: ColumnFormat;
  /** Number of cells with `CR` or `DR` after the number. */
  readonly ledgerMarks?: number;
  /** Data of persons that it holds; absent if it holds none, or in analyses of earlier versions. */
  readonly personal?: PersonalData;
  /** A number with three decimals among others with two, which may be thousands; absent for none. */
  readonly oddDecimals?: string;
  readonly type: ColumnType;
}

/** A level above some codes: that of their first characters. */
export interface CodeLevel {
  /** Number of characters, of the longest ones if they differ. */
  readonly length: number;
  /** Its member for each code, if they have different numbers of characters. */
  readonly memberOf?: Readonly<Record<string, string>>;
  readonly members: number;
  /** The first members, in the order of the rows. */
  readonly samples: readonly string[];
  /** Labels of its members, if rows that are sums confirm the level; absent for one that only the codes show. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** Type of nearly all filled cells. */
export type ColumnType = { readonly kind: "empty" } | TextColumnAnalysis | NumberColumnAnalysis | DateColumn;

export interface TextColumnAnalysis {
  readonly kind: "text";
  /** Length of the longest text in characters. */
  readonly longest: number;
  /** `codes` are short texts without blanks, `colors` are `#rrggbb`. */
  readonly form: "codes" | "colors" | "words";
  /** Number of cells that are numbers, if most are, and the first of the others. */
  readonly numbers?: { readonly count: number; readonly others: readonly string[] };
}

export interface NumberColumnAnalysis {
  readonly kind: "number";
  readonly numbers: NumberFormat;
  /** True if the cells determine the decimal sign: some have a separator, and no other sign fits as many cells. */
  readonly isFormatSure: boolean;
  /** A cell whose separator may be a decimal sign or one of thousands; missing if there is no doubt. */
  readonly doubt?: { readonly cell: string; readonly formats: readonly NumberFormat[] };
  /** Exact values as plain decimal numbers. */
  readonly min: string;
  readonly max: string;
  readonly sum: string;
  readonly areIntegers: boolean;
  readonly misfits: Misfits;
}

export type DatePrecision = "year" | "month" | "day";

export interface DateColumn {
  readonly kind: "date";
  /** Format in strptime codes; `null` for ISO dates. */
  readonly format: string | null;
  /** First and last date, as `YYYY-MM-DD`. */
  readonly min: string;
  readonly max: string;
  readonly precision: DatePrecision;
  /** The precision of the most precise date; the first day of a period stands for it. Absent in earlier analyses. */
  readonly finest?: DatePrecision;
  /** True if the dates can be read in several ways. */
  readonly isAmbiguous: boolean;
  /** A cell that is another day in another format, and the formats; missing if there is no doubt. */
  readonly doubt?: { readonly cell: string; readonly formats: readonly string[] };
  readonly misfits: Misfits;
  /** Number of these that are written as the others and are no day, such as 30 February; absent for none. */
  readonly impossible?: number;
  /**
   * Number of dates in which a program has probably swapped day and month, of the texts in which it could not, and the first
   * of these; absent for none.
   */
  readonly swapped?: { readonly count: number; readonly others: number; readonly cell: string };
}

/** Filled cells that do not have the column's type. */
export interface Misfits {
  readonly count: number;
  /** The first of them, shortened. */
  readonly samples: readonly string[];
}
