/**
 * Layout of a source file, as far as the file does not describe itself: how its rows become the rows that a model reads.
 * It is a plain value, stored with the source for its next load.
 */
export interface SourceLayout {
  /** Encoding of a file that is not UTF-8; `null`: the model's encoding. */
  readonly encoding: string | null;
  /** Delimiter of cells; `null`: detected from the header. */
  readonly delimiter: string | null;
  /** Character around cells that contain delimiters; `null`: `"`. */
  readonly quote: string | null;
  /** Character before a quote within a cell; `null`: the quote itself. */
  readonly escape: string | null;
  /** Beginning of lines to ignore; `null`: no line is ignored. */
  readonly comment: string | null;
  /** True if blanks after a delimiter are not part of the cell. */
  readonly trimStart: boolean;
  /** Names of the columns; `null`: the first record names them. */
  readonly header: GivenHeader | null;
  /** Texts that stand for an empty cell. */
  readonly missing: readonly string[];
  /** Columns of the model that the file lacks or names differently; they come before the file's own columns. */
  readonly columns: readonly LayoutColumn[];
  /** Factors by which the numbers of a column are multiplied, by column; plain decimal numbers. */
  readonly factors: Readonly<Record<string, string>>;
}

/** Names of the columns, for a file that may have no header. */
export interface GivenHeader {
  readonly names: readonly string[];
  /** True if a first record with exactly these names is a header. */
  readonly optional: boolean;
}

export type LayoutColumn = { readonly name: string } & (
  | { readonly kind: "constant"; readonly value: string }
  /** A column of the file under another name. */
  | { readonly kind: "column"; readonly column: string }
  /** The first `level` parts of a code: `1.2` of `1.2.3`. */
  | { readonly kind: "level"; readonly column: string; readonly level: number; readonly undotted: "whole" | "digits" }
  /** A date from columns for year, month and day; month and day may be absent. */
  | { readonly kind: "date"; readonly parts: readonly string[] }
  /** The number of the record; 1 is the first after the header. Blank records count. */
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
