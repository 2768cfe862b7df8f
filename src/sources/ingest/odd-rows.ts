import { errorText } from "../../core/errors/error-text.js";
import { phraseText } from "../../core/errors/phrase-text.js";
import { isBlank } from "./csv/blank.js";
import { type CellError, rowError, shownCell } from "./cast/cell-error.js";
import type { Mending } from "./csv/mend-record.js";
import type { CsvRecord } from "./csv/record-parser.js";

/** Number of rows that a warning names. */
const EXAMPLES = 3;

/** Kinds of rows that are read in another way than the others, with what a warning says of them. */
const KINDS = {
  header: ["row_repeats_header", "rows_repeat_header"],
  quote: ["row_with_open_quote", "rows_with_open_quote"],
} as const;

type Kind = keyof typeof KINDS;

interface OddRow {
  count: number;
  readonly examples: string[];
}

/** Counts the rows that are read in another way than the others, and finds where another table begins. */
export class OddRows {
  readonly #odd = new Map<Kind, OddRow>();
  /** The last blank row, and the last one of another table. */
  #blank = -1;
  #otherRow = -1;
  /** Place where that table begins. */
  #other = "";

  /** @param line of the file on which the record begins */
  take(kind: Kind, record: CsvRecord, line: number | undefined): void {
    const seen = this.#odd.get(kind) ?? { count: 0, examples: [] };
    this.#odd.set(kind, seen);
    seen.count++;
    if (seen.examples.length < EXAMPLES) seen.examples.push(`${placeOf(line)}${recordText(record)}`);
  }

  /** @param row number of a blank row */
  takeBlank(row: number): void {
    if (this.#otherRow === row - 1) this.#otherRow = row;
    this.#blank = row;
  }

  /** @param row number of a row with a single cell, which may be the title of another table */
  takeTitle(row: number): void {
    if (this.#blank === row - 1) this.#blank = row;
  }

  /**
   * Take a row that cannot be read.
   * @param width number of columns of the header
   * @returns its errors, or the one that it belongs to another table
   */
  takeBad(
    record: CsvRecord,
    errors: readonly CellError[],
    width: number,
    place: { readonly row: number; readonly line: number | undefined },
  ): readonly CellError[] {
    const { row, line } = place;
    const isHeader =
      this.#blank === row - 1 && isRowOfWords(record) && (countFilled(record) !== width || errors.length > 1);
    if (countFilled(record) === 1) this.takeTitle(row);
    if (!isHeader && this.#otherRow !== row - 1) return errors;
    this.#otherRow = row;
    if (isHeader)
      this.#other = line === undefined ? phraseText("row_number", { row }) : phraseText("line_number", { line });
    const message = isHeader
      ? errorText("other_table_begins", { columns: recordText(record) })
      : errorText("row_of_other_table", { text: recordText(record), place: this.#other });
    return [rowError(row, message)];
  }

  /** Write a warning for each kind of rows. */
  describe(): readonly string[] {
    return [...this.#odd].map(([kind, { count, examples }]) => {
      const listed = examples.join("; ") + (count > examples.length ? " …" : "");
      const [one, several] = KINDS[kind];
      return count === 1
        ? errorText(one, { examples: listed })
        : errorText(several, { examples: listed, count: count.toLocaleString("en") });
    });
  }
}

/** True if a row may name the columns of a table: it has at least two cells, and all up to its last are words. */
export function isRowOfWords(record: CsvRecord): boolean {
  const cells = record.slice(0, countFilled(record));
  return (
    cells.length >= 2 &&
    cells.every(
      (cell) => /\p{L}|^\s*\d{4}\s*$/u.test(cell) && !/\d/.test(cell.replace(/(?<!\d)(19|20)\d\d(?!\d)/g, "")),
    )
  );
}

/** Count the cells of a row up to the last one that is not empty. */
export function countFilled(record: CsvRecord): number {
  return record.findLastIndex((cell) => !isBlank(cell)) + 1;
}

/** Return the error of a row that is written with another delimiter than the header. */
export function otherDelimiterError(
  row: number,
  record: CsvRecord,
  delimiter: string,
  { delimiter: own }: Pick<Mending, "delimiter">,
): CellError {
  const message = errorText("row_of_other_delimiter", {
    text: recordText(record),
    kind: nameDelimiter(delimiter),
    wanted: nameDelimiter(own),
  });
  return rowError(row, message);
}

/** Name a delimiter in a sentence. */
export function nameDelimiter(delimiter: string): string {
  if (delimiter === "\t") return phraseText("tabs");
  return delimiter === " " ? phraseText("blanks") : JSON.stringify(delimiter);
}

function placeOf(line: number | undefined): string {
  return line === undefined ? "" : `line ${line}: `;
}

/** Return a row as one quoted text. */
export function recordText(record: CsvRecord): string {
  return shownCell(record.slice(0, countFilled(record)).join(",")).replace(/\s+/gu, " ");
}
