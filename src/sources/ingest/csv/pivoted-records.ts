import { ABSENT, CodedRecords } from "./coded-records.js";
import type { Pivoted } from "./tidy.js";

/**
 * Turns columns of coded records into rows, which are coded records again: the kept cells, the texts that stand for the
 * columns and their cells. The cells of different columns of the file are codes of one: each text of a column gets a number
 * of its own.
 */
export class PivotedRecords {
  /** Number of rows of a record. */
  readonly parts: number;
  readonly #pivoted: Pivoted;
  readonly #codes: Uint32Array;
  readonly #starts = new Uint32Array(1);
  /** For each column of the file the numbers of its codes. */
  readonly #numbers: (number | undefined)[][] = [];
  /** For each number its text. */
  readonly #texts: string[] = [];

  constructor(pivoted: Pivoted) {
    this.parts = pivoted.rows.length;
    this.#pivoted = pivoted;
    const width = pivoted.cells + pivoted.numCells;
    this.#codes = new Uint32Array(1 + width);
    this.#codes[0] = width;
    for (const at of pivoted.rows.flatMap(({ from }) => from)) if (at >= 0) this.#numbers[at] = [];
  }

  /** Return a row of a record, at the place 0; valid until the next. @param start place of the record */
  row(records: CodedRecords, start: number, part: number): CodedRecords {
    const { headings, numHeadings, cells, numCells, kept, rows } = this.#pivoted;
    const codeAt = (column: number): number =>
      column >= 0 && column < records.codes[start]! ? records.codes[start + 1 + column]! : ABSENT;
    kept.forEach((column, at) => (this.#codes[1 + at] = codeAt(column)));
    this.#codes.fill(part, 1 + headings, 1 + headings + numHeadings);
    const { from } = rows[part]!;
    for (let cell = 0; cell < numCells; cell++) {
      const code = codeAt(from[cell]!);
      this.#codes[1 + cells + cell] = code >= ABSENT ? code : this.#number(records, from[cell]!, code);
    }
    const textOf = (column: number, own: number): string => {
      if (column >= cells) return this.#texts[own]!;
      return column >= headings ? rows[own]!.texts[column - headings]! : records.texts.textOf(kept[column]!, own);
    };
    return new CodedRecords({ ...records.texts, textOf }, this.#codes, this.#starts);
  }

  #number(records: CodedRecords, column: number, code: number): number {
    const numbers = this.#numbers[column]!;
    return (numbers[code] ??= this.#texts.push(records.texts.textOf(column, code)) - 1);
  }
}
