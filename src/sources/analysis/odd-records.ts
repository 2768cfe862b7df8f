import { isBlankRow } from "../ingest/cast/cast-row.js";
import type { Mending } from "../ingest/csv/mend-record.js";
import type { CsvRecord } from "../ingest/csv/record-parser.js";
import { isHeaderOfOther, nameDelimiter, recordText } from "../ingest/odd-rows.js";
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

/** Finds records that are not of the table: its header again, rows with another delimiter, another table. */
export class OddRecords {
  readonly #mending: Mending;
  readonly #width: number;
  #row: number;
  #isAfterBlank = false;
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
      if (this.#delimiters.length < SHOWN) {
        this.#delimiters.push(`row ${this.#row} is written with ${nameDelimiter(delimiter)}: ${recordText(record)}`);
      }
      return true;
    }
    if (this.#other === null && isBelowBlank && isHeaderOfOther(record, this.#width)) {
      this.#other = { row: this.#row, text: recordText(record), count: 0 };
    }
    if (this.#other) this.#other.count++;
    else this.#noteShort(record);
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
      .map(
        ({ row, cells, text }) =>
          `row ${row} has ${cells} cells where the header has ${this.#width}, and its amount in another column: ${text}; ` +
          `write the delimiter that is missing, or load with --skip-invalid`,
      );
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
