import { isBlankRow } from "../ingest/cast/cast-row.js";
import type { Mending } from "../ingest/csv/mend-record.js";
import type { CsvRecord } from "../ingest/csv/record-parser.js";
import { isHeaderOfOther, nameDelimiter, recordText } from "../ingest/odd-rows.js";

/** Finds records that are not of the table: its header again, rows with another delimiter, another table. */
export class OddRecords {
  readonly #mending: Mending;
  readonly #width: number;
  #row: number;
  #isAfterBlank = false;
  #repeats = 0;
  #other: { readonly row: number; readonly text: string; count: number } | null = null;
  readonly #delimiters: string[] = [];

  /** @param headerRow row of the file that is the header, or its last */
  constructor(mending: Mending, width: number, headerRow: number) {
    this.#mending = mending;
    this.#width = width;
    this.#row = headerRow;
  }

  /** Tell if a record is not of the table. */
  isOdd(record: CsvRecord): boolean {
    this.#row++;
    const isBlank = isBlankRow(record);
    const isBelowBlank = this.#isAfterBlank;
    this.#isAfterBlank = isBlank;
    if (isBlank) return false;
    if (this.#mending.isHeader(record)) {
      this.#repeats++;
      return true;
    }
    const delimiter = this.#mending.otherDelimiter(record);
    if (delimiter !== null) {
      if (this.#delimiters.length < 3) {
        this.#delimiters.push(`row ${this.#row} is written with ${nameDelimiter(delimiter)}: ${recordText(record)}`);
      }
      return true;
    }
    if (this.#other === null && isBelowBlank && isHeaderOfOther(record, this.#width)) {
      this.#other = { row: this.#row, text: recordText(record), count: 0 };
    }
    if (this.#other) this.#other.count++;
    return this.#other !== null;
  }

  /** Describe what was found, one sentence each. */
  describe(): readonly string[] {
    const other = this.#other;
    return [
      ...(this.#repeats === 0 ? [] : [`the header is repeated in ${this.#repeats} rows, which a load leaves out`]),
      ...this.#delimiters,
      ...(other === null
        ? []
        : [
            `row ${other.row} begins another table, with the columns ${other.text}; its ${other.count} rows are not ` +
              `loaded: put them into a file of their own`,
          ]),
    ];
  }
}
