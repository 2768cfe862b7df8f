import type { CsvRecord } from "../ingest/csv/record-parser.js";
import { chooseAmounts } from "./choose-amounts.js";
import type { ColumnAnalysis } from "./table-analysis.js";

/** Columns of a key: of more nobody says that they are what tells rows apart. */
const MOST_COLUMNS = 5;
/** Characters of texts that things are called by; longer ones describe them. */
const LONGEST = 200;

/** Finds columns that tell rows apart, alone or together. */
export class KeyFinder {
  readonly #numColumns: number;
  /** A hash of each cell, row by row. */
  #hashes = new Uint32Array(1024);
  #rows = 0;

  constructor(numColumns: number) {
    this.#numColumns = numColumns;
  }

  take(row: CsvRecord): void {
    const start = this.#rows++ * this.#numColumns;
    if (start + this.#numColumns > this.#hashes.length) this.#grow(start + this.#numColumns);
    for (let at = 0; at < this.#numColumns; at++) this.#hashes[start + at] = hash(row[at] ?? "");
  }

  /**
   * A smallest set of columns that no two rows agree in: none can be left out. What people choose as a key is kept
   * before other columns: dates and codes before names, names before numbers; amounts are no part of it.
   * @returns positions in the table; none where there are none, or one column does alone
   */
  find(columns: readonly ColumnAnalysis[]): readonly number[] {
    const candidates = chooseCandidates(columns);
    if (this.#rows < 2) return [];
    let key = candidates.map(({ index }) => index);
    if (!this.#isKey(key)) return [];
    for (const { index } of candidates) {
      const fewer = key.filter((each) => each !== index);
      if (this.#isKey(fewer)) key = fewer;
    }
    return key.length > MOST_COLUMNS ? [] : key.toSorted((a, b) => a - b);
  }

  /** Whether no two rows agree in these columns. Two hashes of 53 bits that happen to be equal only lose a key. */
  #isKey(columns: readonly number[]): boolean {
    const seen = new Set<number>();
    for (let row = 0; row < this.#rows; row++) {
      let [low, high] = [0, 0];
      for (const column of columns) {
        const cell = this.#hashes[row * this.#numColumns + column]!;
        low = Math.imul(low ^ cell, 0x01000193) >>> 0;
        high = (Math.imul(high, 31) + Math.imul(cell, 0x9e3779b1)) >>> 0;
      }
      const together = (high & 0x1fffff) * 2 ** 32 + low;
      if (seen.has(together)) return false;
      seen.add(together);
    }
    return true;
  }

  #grow(least: number): void {
    const larger = new Uint32Array(Math.max(least, this.#hashes.length * 2));
    larger.set(this.#hashes);
    this.#hashes = larger;
  }
}

/** Columns that may be part of a key, those that are left out first where others do without them first. */
function chooseCandidates(columns: readonly ColumnAnalysis[]): readonly ColumnAnalysis[] {
  const amounts = new Set(chooseAmounts(columns).map(({ index }) => index));
  const headings = columns.map(({ heading }) => heading);
  return columns
    .filter(({ heading, index, empty, distinct }) => {
      const isNamed = heading !== "" && headings.indexOf(heading) === headings.lastIndexOf(heading);
      return isNamed && empty === 0 && distinct > 1 && !amounts.has(index);
    })
    .filter((column) => rankOf(column) > 0)
    .toSorted((a, b) => rankOf(a) - rankOf(b) || b.index - a.index);
}

/** How willingly a column is taken for a part of a key; 0 is never. */
function rankOf({ type, samples }: ColumnAnalysis): number {
  switch (type.kind) {
    case "empty":
      return 0;
    case "number":
      return type.areIntegers ? 1 : 0;
    case "text":
      return type.form === "codes" ? 3 : type.form === "words" && type.longest <= LONGEST ? 2 : 0;
    case "date":
      // The value is the day alone: times would not tell anything apart.
      return /%[HIMS]/.test(type.format ?? "") || samples.some((sample) => sample.includes(":")) ? 0 : 4;
  }
}

/** FNV-1a over code units. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
