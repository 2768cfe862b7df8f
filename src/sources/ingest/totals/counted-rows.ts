import type { SearchedRow, StatedTotal } from "./total-row.js";

/** Rows with amounts that are left out, and that the totals of the file count nevertheless. */
export interface CountedRows {
  readonly rows: number;
  /** The first of them. */
  readonly first: readonly Pick<SearchedRow, "row" | "line">[];
  /** Sums of them, by column of amounts. */
  readonly sums: readonly bigint[];
}

/** Number of rows that are named. */
const SHOWN = 5;

/** Adds up rows that are left out. Memory: a number for each. */
export class CountedTally {
  readonly #sums: bigint[];
  readonly #rows: number[] = [];
  /** Lines of the rows; `null` if lines cannot be counted. */
  readonly #lines: (number | null)[] = [];

  constructor(numAmounts: number) {
    this.#sums = Array.from({ length: numAmounts }, () => 0n);
  }

  take({ row, line, amounts }: SearchedRow): void {
    if (amounts.every((amount) => !amount)) return;
    this.#rows.push(row);
    this.#lines.push(line);
    amounts.forEach((amount, at) => (this.#sums[at]! += amount ?? 0n));
  }

  /** Return the rows that are no totals themselves. */
  finish(totals: readonly StatedTotal[]): CountedRows {
    const own = new Map(totals.map((total) => [total.row, total]));
    const sums = [...this.#sums];
    const found = this.#rows.flatMap((row, at) => {
      const total = own.get(row);
      if (!total) return [{ row, line: this.#lines[at]! }];
      total.amounts.forEach((amount, column) => (sums[column]! -= amount ?? 0n));
      return [];
    });
    return { rows: found.length, first: found.slice(0, SHOWN), sums };
  }
}
