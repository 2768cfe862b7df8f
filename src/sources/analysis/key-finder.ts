import { hashText } from "../../core/model/values/hash-text.js";
import type { CsvRecord } from "../ingest/csv/record-parser.js";
import { chooseAmounts } from "./choose-amounts.js";
import { areMixedAmounts, isCodeNumber } from "./column-forms.js";
import { isCodeHeading } from "./headings.js";
import { isLeftOut } from "./persons.js";
import type { ColumnAnalysis } from "./table-analysis.js";

/** Maximum number of columns in a key: larger sets are unique by accident rather than by meaning. */
const MAX_COLUMNS = 5;
/** Maximum characters of a name; longer texts are descriptions. */
const MAX_NAME_LENGTH = 200;

/** Rows of a short file: what is different in each of them may be so by accident. */
const FEW_ROWS = 50;

/** Finds columns that identify rows together. */
export class KeyFinder {
  readonly #numColumns: number;
  /** Hashes of the cells, row by row. */
  #hashes = new Uint32Array(1024);
  #rows = 0;

  constructor(numColumns: number) {
    this.#numColumns = numColumns;
  }

  take(row: CsvRecord): void {
    const start = this.#rows++ * this.#numColumns;
    if (start + this.#numColumns > this.#hashes.length) this.#grow(start + this.#numColumns);
    for (let at = 0; at < this.#numColumns; at++) this.#hashes[start + at] = hashText(row[at] ?? "");
  }

  /**
   * Find a minimal set of columns whose combination is unique: without any of them it is not, but for a few
   * payments without a number, which more columns tell apart. Typical key columns are preferred: dates before codes, codes before names, names before numbers. Amounts are excluded.
   * @returns positions in the table; empty if no set of at most 5 columns was found
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
    if (key.length > MAX_COLUMNS) return [];
    const own = candidates.filter(({ index }) => key.includes(index));
    const isDoubtful = this.#rows < FEW_ROWS && isByAccident(own, candidates);
    return (isDoubtful ? widen(own, candidates) : key).toSorted((a, b) => a - b);
  }

  /** True if no two rows agree in these columns. A collision of two 53-bit hashes only means that a key is missed. */
  #isKey(columns: readonly number[]): boolean {
    const seen = new Set<number>();
    for (let row = 0; row < this.#rows; row++) {
      const together = this.#hashOf(row, columns);
      if (seen.has(together)) return false;
      seen.add(together);
    }
    return true;
  }

  /** Return a hash of all cells of each row. */
  listHashes(): readonly number[] {
    const columns = Array.from({ length: this.#numColumns }, (_, at) => at);
    return Array.from({ length: this.#rows }, (_, row) => this.#hashOf(row, columns));
  }

  #hashOf(row: number, columns: readonly number[]): number {
    let [low, high] = [0, 0];
    for (const column of columns) {
      const cell = this.#hashes[row * this.#numColumns + column]!;
      low = Math.imul(low ^ cell, 0x01000193) >>> 0;
      high = (Math.imul(high, 31) + Math.imul(cell, 0x9e3779b1)) >>> 0;
    }
    return (high & 0x1fffff) * 2 ** 32 + low;
  }

  #grow(least: number): void {
    const larger = new Uint32Array(Math.max(least, this.#hashes.length * 2));
    larger.set(this.#hashes);
    this.#hashes = larger;
  }
}

/**
 * True for a key without a code where rows have a day: payments, whose days or purposes are different in a short file, and
 * not in the next.
 */
function isByAccident(key: readonly ColumnAnalysis[], candidates: readonly ColumnAnalysis[]): boolean {
  const hasDays = candidates.some(({ type }) => type.kind === "date" && type.precision === "day");
  const isCode = (column: ColumnAnalysis): boolean =>
    isCodeNumber(column) || isTextCode(column) || isCodeHeading(column.heading);
  return hasDays && !key.some(isCode);
}

/**
 * Add the most preferred of the other codes and names, and of the dates one, to a key, up to the most that it may have: a
 * second date may be another in the next file.
 */
function widen(key: readonly ColumnAnalysis[], candidates: readonly ColumnAnalysis[]): readonly number[] {
  const preferred = candidates.toReversed();
  const date = preferred.find(({ type }) => type.kind === "date");
  const others = preferred.filter(
    (column) =>
      !key.includes(column) && column.type.kind !== "number" && (column.type.kind !== "date" || column === date),
  );
  return [...key, ...others].slice(0, MAX_COLUMNS).map(({ index }) => index);
}

function isTextCode({ type }: ColumnAnalysis): boolean {
  return type.kind === "text" && type.form === "codes";
}

/** Return the columns that may be part of a key, the least preferred first. */
function chooseCandidates(columns: readonly ColumnAnalysis[]): readonly ColumnAnalysis[] {
  const amounts = new Set(chooseAmounts(columns).map(({ index }) => index));
  const headings = columns.map(({ heading }) => heading);
  return columns
    .filter(({ heading, index, empty, distinct }) => {
      const isNamed = heading !== "" && headings.indexOf(heading) === headings.lastIndexOf(heading);
      return isNamed && empty === 0 && distinct > 1 && !amounts.has(index);
    })
    .filter((column) => rankOf(column) > 0 && !isLeftOut(column))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || b.index - a.index);
}

/** Rank a column as part of a key; higher is better, 0 excludes it. */
function rankOf(column: ColumnAnalysis): number {
  const { type, samples } = column;
  if (areMixedAmounts(column)) return 0;
  switch (type.kind) {
    case "empty":
      return 0;
    case "number":
      return isCodeNumber(column) ? 1 : 0;
    case "text":
      return type.form === "codes" ? 3 : type.form === "words" && type.longest <= MAX_NAME_LENGTH ? 2 : 0;
    case "date":
      // A date with a time is excluded: only the day is stored, so it would not identify rows.
      return /%[HIMS]/.test(type.format ?? "") || samples.some((sample) => sample.includes(":")) ? 0 : 4;
  }
}
