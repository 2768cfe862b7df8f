import { errorText } from "../../core/errors/error-text.js";
import { isBlankRow } from "../ingest/cast/cast-row.js";
import type { Mending } from "../ingest/csv/mend-record.js";
import type { CsvRecord } from "../ingest/csv/record-parser.js";
import { isBlank } from "../ingest/csv/blank.js";
import { countFilled, isRowOfWords, nameDelimiter, recordText } from "../ingest/odd-rows.js";
import { isNumber } from "./raw-column.js";
import type { ColumnAnalysis } from "./table-analysis.js";

/** Number of rows of a kind that are named. */
const SHOWN = 3;

/** A row with fewer cells than the header, of which the last is a number. */
interface ShortRow {
  readonly row: number;
  readonly cells: number;
  readonly text: string;
}

/** Number of records in which columns are looked at for digits. */
const MAX_LOOKED_AT = 10_000;

/** A record, and whether it is not of the table. */
export interface JudgedRecord {
  readonly record: CsvRecord;
  readonly isOdd: boolean;
}

/** Finds records that are not of the table: its header again, rows with another delimiter, another table. */
export class OddRecords {
  readonly #mending: Mending;
  readonly #width: number;
  #row: number;
  /** True below a blank row, and below a title that is below one. */
  #isAfterBlank = false;
  /** The possible header of another table, and blank rows below it, until the next record. */
  #held: CsvRecord[] = [];
  #lookedAt = 0;
  /** For each column, whether all cells have digits; absent before the first that is not empty. */
  readonly #haveDigits: (boolean | undefined)[] = [];
  #repeats = 0;
  #other: { readonly row: number; readonly text: string; count: number } | null = null;
  readonly #delimiters: string[] = [];
  /** The first of them, by their number of cells. */
  readonly #short = new Map<number, ShortRow[]>();

  /** @param headerRow row of the file that is the header, or its last */
  constructor(mending: Mending, width: number, headerRow: number) {
    this.#mending = mending;
    this.#width = width;
    this.#row = headerRow;
  }

  /** Take a record. @returns it and records before it, once they are judged */
  take(record: CsvRecord): readonly JudgedRecord[] {
    this.#row++;
    const isBelowBlank = this.#isAfterBlank;
    if (isBlankRow(record)) {
      this.#isAfterBlank = true;
      if (this.#held.length === 0) return [{ record, isOdd: false }];
      this.#held.push(record);
      return [];
    }
    this.#isAfterBlank = isBelowBlank && countFilled(record) === 1;
    const [held] = this.#held;
    const judged = held ? this.#checkHeld(held, record) : [];
    if (this.#other === null && this.#mayBegin(record, isBelowBlank)) {
      this.#held.push(record);
      return judged;
    }
    return [...judged, { record, isOdd: this.#isOdd(record) }];
  }

  /** Return the last records, which are of the table: a header of another has rows. */
  finish(): readonly JudgedRecord[] {
    return this.#release(false);
  }

  #checkHeld(held: CsvRecord, next: CsvRecord): readonly JudgedRecord[] {
    const isOther =
      next.some(hasDigit) &&
      !this.#mending.isHeader(next) &&
      (countFilled(held) !== this.#width || this.#countWords(next) > 0);
    if (isOther) {
      const row = this.#row - this.#held.length;
      this.#other = { row, text: recordText(held), count: 1 };
    }
    return this.#release(isOther);
  }

  #release(isOdd: boolean): readonly JudgedRecord[] {
    const held = this.#held;
    this.#held = [];
    return held.map((record, at) => ({ record, isOdd: isOdd && at === 0 }));
  }

  /**
   * True if a record may name the columns of another table: it is all words. Below a blank row, it is of another length,
   * or has words in columns of numbers and dates; in the midst of rows, both.
   */
  #mayBegin(record: CsvRecord, isBelowBlank: boolean): boolean {
    if (!isRowOfWords(record)) return false;
    const isOther = countFilled(record) !== this.#width;
    const hasWords = this.#countWords(record) >= 2;
    return isBelowBlank ? isOther || hasWords : isOther && hasWords;
  }

  /** Count the cells that have no digit in a column where all have. */
  #countWords(record: CsvRecord): number {
    return record.filter((cell, at) => this.#haveDigits[at] === true && !isBlank(cell) && !hasDigit(cell)).length;
  }

  #lookForDigits(record: CsvRecord): void {
    if (this.#lookedAt >= MAX_LOOKED_AT) return;
    this.#lookedAt++;
    for (let at = 0; at < this.#width; at++) {
      const cell = record[at] ?? "";
      if (this.#haveDigits[at] !== false && !isBlank(cell)) this.#haveDigits[at] = hasDigit(cell);
    }
  }

  #isOdd(record: CsvRecord): boolean {
    if (this.#mending.isHeader(record)) {
      this.#repeats++;
      return true;
    }
    const delimiter = this.#mending.otherDelimiter(record);
    if (delimiter !== null) {
      if (this.#delimiters.length < SHOWN) {
        const kind = nameDelimiter(delimiter);
        this.#delimiters.push(
          errorText("row_with_other_delimiter", { row: this.#row, kind, text: recordText(record) }),
        );
      }
      return true;
    }
    if (this.#other) this.#other.count++;
    else {
      this.#noteShort(record);
      this.#lookForDigits(record);
    }
    return this.#other !== null;
  }

  /**
   * Describe the rows whose last cell is a number in a column of words, and that have fewer cells than the header: a
   * delimiter is missing in them, and no amount.
   */
  describeShort(columns: readonly ColumnAnalysis[]): readonly string[] {
    const found = [...this.#short].flatMap(([cells, rows]) => {
      const type = columns[cells - 1]?.type;
      return type?.kind === "text" && type.form === "words" && !type.numbers ? rows : [];
    });
    return found
      .slice(0, SHOWN)
      .map(({ row, cells, text }) => errorText("row_with_few_cells", { row, count: cells, length: this.#width, text }));
  }

  #noteShort(record: CsvRecord): void {
    const cells = record.length;
    if (cells < 2 || cells >= this.#width || !isNumber(record[cells - 1]!.trim())) return;
    const rows = this.#short.get(cells) ?? [];
    this.#short.set(cells, rows);
    if (rows.length < SHOWN) rows.push({ row: this.#row, cells, text: recordText(record) });
  }

  /** Describe what was found, one sentence each. */
  describe(): readonly string[] {
    const other = this.#other;
    return [
      ...(this.#repeats === 0 ? [] : [errorText("header_repeated", { count: this.#repeats })]),
      ...this.#delimiters,
      ...(other === null
        ? []
        : [errorText("row_begins_other_table", { row: other.row, columns: other.text, count: other.count })]),
    ];
  }
}

function hasDigit(cell: string): boolean {
  return /\d/.test(cell);
}
