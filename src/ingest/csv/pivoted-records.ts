import { ABSENT, CodedRecords } from "./coded-records.js";
import type { Pivoted } from "./tidy.js";

/**
 * Turns columns of coded records into rows, which are coded records again: the kept cells, the column's name and its cell.
 * Cells of different columns are codes of one: each text of a column gets a number of its own.
 */
export class PivotedRecords {
  /** Number of rows of a record. */
  readonly parts: number;
  readonly #pivoted: Pivoted;
  readonly #codes: Uint32Array;
  readonly #starts = new Uint32Array(1);
  /** For each turned column the numbers of its codes. */
  readonly #numbers: (number | undefined)[][];
  /** For each number its text. */
  readonly #texts: string[] = [];

  constructor(pivoted: Pivoted) {
    this.parts = pivoted.turned.length;
    this.#pivoted = pivoted;
    this.#codes = new Uint32Array(1 + pivoted.cell + 1);
    this.#codes[0] = pivoted.cell + 1;
    this.#numbers = pivoted.turned.map(() => []);
  }

  /** Return a row of a record, at the place 0; valid until the next. @param start place of the record */
  row(records: CodedRecords, start: number, part: number): CodedRecords {
    const { heading, cell, kept, turned } = this.#pivoted;
    const codeAt = (column: number): number =>
      column < records.codes[start]! ? records.codes[start + 1 + column]! : ABSENT;
    kept.forEach((column, at) => (this.#codes[1 + at] = codeAt(column)));
    this.#codes[1 + heading] = part;
    const { at } = turned[part]!;
    const code = codeAt(at);
    this.#codes[1 + cell] = code >= ABSENT ? code : this.#number(records, at, part, code);
    const textOf = (column: number, own: number): string => {
      if (column === heading) return turned[own]!.text;
      return column === cell ? this.#texts[own]! : records.texts.textOf(kept[column]!, own);
    };
    return new CodedRecords({ ...records.texts, textOf }, this.#codes, this.#starts);
  }

  #number(records: CodedRecords, column: number, part: number, code: number): number {
    const numbers = this.#numbers[part]!;
    return (numbers[code] ??= this.#texts.push(records.texts.textOf(column, code)) - 1);
  }
}
