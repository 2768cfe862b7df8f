import { isBlank } from "./blank.js";
import type { CsvRecord, Records } from "./record-parser.js";

/** Bit of the codes that stand for a text of one record only: the rest is the text's place in the batch. */
export const RAW = 2 ** 31;

/** Code of a cell that a record is too short to have: an empty text. */
export const ABSENT = RAW - 1;

/** Decodes the texts of a tokenizer. */
export interface CellTexts {
  /** Return the text of a code of a column that is below `RAW`. Equal codes of a column are equal texts. */
  textOf(column: number, code: number): string;
  /** Give no more codes below `RAW` to the cells of a column, from the next batch on. */
  stopCoding(column: number): void;
  /** Memory with the texts of the other codes. */
  readonly bytes: Buffer;
  /** The first byte of each of these, and its number of bytes. */
  readonly places: Uint32Array;
}

/**
 * Records of a batch as codes of their cells' texts:
 *
 *     codes    2 │ code │ code │ 3 │ code │ code │ code │ …     the number of cells, and the code of each
 *
 * Valid until the tokenizer reads on.
 */
export class CodedRecords implements Records {
  readonly texts: CellTexts;
  readonly codes: Uint32Array;
  /** For each record the place of its number of cells. */
  readonly starts: Uint32Array;

  constructor(texts: CellTexts, codes: Uint32Array, starts: Uint32Array) {
    this.texts = texts;
    this.codes = codes;
    this.starts = starts;
  }

  get length(): number {
    return this.starts.length;
  }

  at(record: number): CsvRecord {
    return this.cellsAt(this.starts[record]!);
  }

  /** Return the texts of a record's cells. @param start place of the record */
  cellsAt(start: number): CsvRecord {
    const cells: string[] = [];
    for (let column = 0; column < this.codes[start]!; column++) cells.push(this.cellAt(start, column));
    return cells;
  }

  slice(from: number): CodedRecords {
    return new CodedRecords(this.texts, this.codes, this.starts.subarray(from));
  }

  /** True if all cells of a record are blank. @param start place of the record */
  isBlankAt(start: number): boolean {
    const cells = this.codes[start]!;
    for (let column = 0; column < cells; column++) if (!this.isBlankCell(start, column)) return false;
    return true;
  }

  /** True if a cell is blank. @param start place of its record */
  isBlankCell(start: number, column: number): boolean {
    const code = this.codes[start + 1 + column]!;
    if (code === ABSENT) return true;
    if (code < RAW) return isBlank(this.texts.textOf(column, code));
    const { bytes, places } = this.texts;
    const place = (code - RAW) * 2;
    if (places[place + 1] === 0) return true;
    return !isBlack(bytes[places[place]!]!) && isBlank(this.cellAt(start, column));
  }

  /** Return the text of a cell. @param start place of its record */
  cellAt(start: number, column: number): string {
    const code = this.codes[start + 1 + column]!;
    if (code === ABSENT) return "";
    if (code < RAW) return this.texts.textOf(column, code);
    const { bytes, places } = this.texts;
    const place = (code - RAW) * 2;
    const from = places[place]!;
    return bytes.toString("utf8", from, from + places[place + 1]!);
  }
}

/** True if a text that begins with a byte is not blank. */
export function isBlack(first: number): boolean {
  return first > 0x20 && first < 0x80;
}
