/**
 * How the rows of one file become the rows that a model reads, where the file alone does not say. A plain value: it is
 * kept beside the source, for the next time that it is loaded.
 */
export interface SourceLayout {
  /** Of a file that is not UTF-8; `null` leaves it to the model. */
  readonly encoding: string | null;
  /** `null` is found from the header. */
  readonly delimiter: string | null;
  /** What stands around cells that hold delimiters; `null` is `"`. */
  readonly quote: string | null;
  /** What stands before a quote within a cell; `null` is the quote itself. */
  readonly escape: string | null;
  /** Lines that begin with it are no records; `null` is nothing. */
  readonly comment: string | null;
  /** Whether blanks after a delimiter are none of the cell's. */
  readonly trimStart: boolean;
  /** `null` when the first record names the columns. */
  readonly header: GivenHeader | null;
  /** Cells that hold one of these hold nothing. */
  readonly missing: readonly string[];
  /** Columns of the model that the file does not have, or not under that name; they come before the file's own. */
  readonly columns: readonly LayoutColumn[];
  /** By what the numbers of a column are multiplied: plain decimal numbers. */
  readonly factors: Readonly<Record<string, string>>;
}

/** The names of columns, for a file that may not have them. */
export interface GivenHeader {
  readonly names: readonly string[];
  /** Whether a first record with just these names is a header after all. */
  readonly optional: boolean;
}

export type LayoutColumn = { readonly name: string } & (
  | { readonly kind: "constant"; readonly value: string }
  /** A column of the file under another name. */
  | { readonly kind: "column"; readonly column: string }
  /** The first `level` parts of a code: `1.2` of `1.2.3`. */
  | { readonly kind: "level"; readonly column: string; readonly level: number; readonly undotted: "whole" | "digits" }
  /** Year, month and day as far as there are columns for them. */
  | { readonly kind: "date"; readonly parts: readonly string[] }
  /** 1 is the first record after the header, blank ones counted. */
  | { readonly kind: "row" }
);

export const PLAIN_LAYOUT: SourceLayout = {
  encoding: null,
  delimiter: null,
  quote: null,
  escape: null,
  comment: null,
  trimStart: false,
  header: null,
  missing: [],
  columns: [],
  factors: {},
};
