import type { Decimal } from "./values/decimal.js";

/**
 * Rules by which the rows of a file become the rows that a model reads: where the table begins, which of its rows are
 * no entries, and which columns are rows in truth. They are part of the model, so that every load applies them.
 */
export interface TableRules extends RequestedSheets {
  /** Row of the file that names the columns, 1 is the first; `null`: the first that is not blank. */
  readonly headerRow: number | null;
  /** First of several rows that name the columns, of which `headerRow` is the last; `null`: it is the only one. */
  readonly headerFrom: number | null;
  /** Names of the columns, in place of those in the file; `null`: the header has them. */
  readonly columns: readonly string[] | null;
  /** Columns in which a blank cell means the same as the cell above. */
  readonly fillDown: readonly string[];
  readonly unpivot: Unpivot | null;
  /** A row that fits one of these is not an entry. */
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

/** The sheets of a spreadsheet, or files of an archive, that are read. */
export interface RequestedSheets {
  /** Name of one; `null`: the first with a table. */
  readonly sheet: string | null;
  /** Several that are read as one table, instead of `sheet`. */
  readonly sheets: JoinedSheets | null;
}

export const ANY_SHEET: RequestedSheets = { sheet: null, sheets: null };

/** Sheets with the same columns that are one table. */
export interface JoinedSheets {
  /** Their names, and the text that each one's rows have under `heading`. */
  readonly names: ReadonlyMap<string, string>;
  /** Name of the column that gets the texts; `null` for no such column. */
  readonly heading: string | null;
}

/**
 * Columns that become rows: a record becomes a row for each combination of texts that stands for columns, with these texts
 * and the cells of these columns.
 */
export interface Unpivot {
  /** The columns that become rows. */
  readonly columns: ReadonlyMap<string, TurnedColumn>;
  /** Names of the columns that get the texts. */
  readonly headings: readonly string[];
  /** Names of the columns that get the cells. */
  readonly cells: readonly string[];
}

/** A column that becomes rows. */
export interface TurnedColumn {
  /** One text for each of `headings`; empty if there is none. */
  readonly texts: readonly string[];
  /** Position in `cells` of the column that gets its cells. */
  readonly cell: number;
}

/** One of the rows that a record becomes: its texts, and for each of `cells` the column that it is from, if there is one. */
export interface RowOfColumns {
  readonly texts: readonly string[];
  readonly columns: readonly (string | null)[];
}

/** Return the rows that a record becomes, in the order of the columns: columns with equal texts share one, each with its own cell. */
export function turnedRows({ columns, cells }: Unpivot): readonly RowOfColumns[] {
  const rows: { readonly texts: readonly string[]; readonly columns: (string | null)[] }[] = [];
  for (const [name, { texts, cell }] of columns) {
    const isSame = (own: readonly string[]): boolean => own.every((text, at) => text === texts[at]);
    let row = rows.find((each) => isSame(each.texts) && each.columns[cell] === null);
    if (!row) rows.push((row = { texts, columns: cells.map(() => null) }));
    row.columns[cell] = name;
  }
  return rows;
}

/** Return the columns that the rows of a table have beside those of the file. */
export function addedColumns({ headings, cells }: Unpivot): readonly string[] {
  return [...headings, ...cells];
}

/** Rows to leave out: by the cell of a column, by the number of their filled cells, or as sums of others. */
export type LeftOutRule =
  | {
      readonly column: string;
      /** Whole texts of the cell; an empty one stands for an empty cell. */
      readonly values: readonly string[];
      /** First words of the cell, in upper or lower case. */
      readonly begins: readonly string[];
    }
  /** Rows with at most so many filled cells. */
  | { readonly filled: number }
  /** Rows whose amounts are the sums of other rows. */
  | { readonly sums: true };

/** Return the rows that name the columns; `null`: the first that is not blank. */
export function headerRows({ headerRow, headerFrom }: TableRules): readonly [from: number, to: number] | null {
  return headerRow === null ? null : [headerFrom ?? headerRow, headerRow];
}
