import { errorText } from "../../../core/errors/error-text.js";
import { BadSource } from "../../../core/errors/errors.js";
import { onOneLine } from "../../../core/model/words/plain-text.js";

/** Maximum number of cells in a row of a sheet, as of spreadsheet programs. */
export const SHEET_COLUMNS = 16_384;

/** Maximum number of rows in a sheet, as of spreadsheet programs. */
export const SHEET_ROWS = 1_048_576;

/** Maximum number of sheets. */
const MAX_SHEETS = 1000;

/** @throws BadSource for more sheets than are read */
export function refuseManySheets(count: number, source: string): void {
  if (count <= MAX_SHEETS) return;
  const [found, most] = [count, MAX_SHEETS].map((each) => each.toLocaleString("en"));
  throw new BadSource(errorText("too_many_sheets", { source, value: found, most }));
}

/** Read how often something is repeated or how far it reaches, as an attribute says. */
export function readCount(text: string | undefined, most: number, otherwise = 1): number {
  const count = Math.floor(Number(text ?? otherwise));
  return count >= 0 ? Math.min(count, most) : otherwise;
}

/** Maximum number of characters that a few bytes of a sheet may become: repeated rows are written as often. */
const MAX_HELD = 2 ** 26;

/** Write the rows of a sheet as lines of CSV: each line is the row of its number. Blank rows at the end are dropped. */
export class SheetText {
  #text = "";
  #blank = 0;
  /** Number of rows so far. */
  rows = 0;

  /** Add blank rows. */
  skip(count: number): void {
    const added = Math.min(count, SHEET_ROWS - this.rows);
    this.#blank += added;
    this.rows += added;
  }

  /** Add a row as often as it is repeated. Cells that are missing are empty. @throws BadSource for more than any table has */
  row(cells: readonly (string | undefined)[], times = 1): void {
    const line = lineOf(cells);
    if (line === "") return this.skip(times);
    const added = Math.min(times, SHEET_ROWS - this.rows);
    if (this.#text.length + this.#blank + (line.length + 1) * added > MAX_HELD) {
      throw new BadSource(errorText("repeated_rows_too_often"));
    }
    this.#text += `${"\n".repeat(this.#blank)}${`${line}\n`.repeat(added)}`;
    this.#blank = 0;
    this.rows += added;
  }

  /** Return the text of the rows since the last call. */
  take(): string {
    const text = this.#text;
    this.#text = "";
    return text;
  }
}

/** Return a line of CSV, without empty cells at its end. */
function lineOf(cells: readonly (string | undefined)[]): string {
  let end = cells.length;
  while (end > 0 && (cells[end - 1] ?? "") === "") end--;
  return Array.from({ length: end }, (_, at) => quoted(cells[at] ?? "")).join(",");
}

/** Return a cell of CSV. Line breaks become blanks, so that a line is a row. */
function quoted(cell: string): string {
  const line = onOneLine(cell);
  return /[",;\t|]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}

/** Return the shortest text of a number that a spreadsheet stores, without an exponent. */
export function numberText(stored: string): string {
  const number = Number(stored);
  if (stored.trim() === "" || !Number.isFinite(number)) return stored;
  const shortest = String(number);
  const [, sign = "", whole = "", fraction = "", exponent = ""] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(shortest) ?? [];
  if (exponent === "") return shortest;
  const digits = whole + fraction;
  const point = 1 + Number(exponent);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  return `${sign}${digits.padEnd(point, "0")}`;
}
