import { errorText } from "../../core/errors/error-text.js";
import { phraseText } from "../../core/errors/phrase-text.js";
/** Minimum number of rows for which it matters that they are read slowly. */
const MANY = 10_000;

/** Counts the rows from the first record on that is not plain CSV: another parser reads them, which takes several times as long. */
export class SlowRows {
  #hasPlain = false;
  #first: { readonly row: number; readonly line: number | undefined } | null = null;
  #count = 0;

  takePlain(): void {
    this.#hasPlain = true;
  }

  /** @param row number of the first of these rows */
  take(rows: number, row: number, line: number | undefined): void {
    // All rows of a file are read so if its delimiters or quotes are unusual: its publisher cannot change that.
    if (!this.#hasPlain || rows === 0) return;
    this.#first ??= { row, line };
    this.#count += rows;
  }

  /** Write a warning if there are many. */
  describe(): readonly string[] {
    if (!this.#first || this.#count < MANY) return [];
    const { row, line } = this.#first;
    const named = row.toLocaleString("en");
    const place =
      line === undefined
        ? phraseText("row_number", { row: named })
        : phraseText("row_and_line", { row: named, line: line.toLocaleString("en") });
    return [errorText("rows_read_slowly", { place })];
  }
}
