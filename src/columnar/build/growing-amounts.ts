import type { Decimal } from "../../model/values/decimal.js";
import { GrowingBytes } from "../base/growing-bytes.js";

const MOST = 2n ** 63n - 1n;
/** The upper halves of integers below 2^53, which doubles hold exactly, are below this. */
const MOST_UPPER = 2 ** 21;

/**
 * Amounts of a table that is being built, as integers of one scale: 64 bits each, and as big integers from the first
 * that does not fit.
 */
export class GrowingAmounts {
  #scale = 0;
  readonly #memory = new GrowingBytes();
  #narrow: BigInt64Array | null = new BigInt64Array(this.#memory.buffer);
  /** The same as halves: lower, upper, lower, … */
  #halves = new Int32Array(this.#memory.buffer);
  #wide: bigint[] = [];

  get scale(): number {
    return this.#scale;
  }

  get(row: number): bigint {
    return this.#narrow ? this.#narrow[row]! : this.#wide[row]!;
  }

  /** The same as a double, which is cheaper; `NaN` for an integer that a double might not hold. */
  getNumber(row: number): number {
    if (!this.#narrow) {
      const number = Number(this.#wide[row]!);
      return Number.isSafeInteger(number) ? number : NaN;
    }
    const upper = this.#halves[row * 2 + 1]!;
    return upper < MOST_UPPER && upper >= -MOST_UPPER ? upper * 2 ** 32 + (this.#halves[row * 2]! >>> 0) : NaN;
  }

  /**
   * Rows are set in order the first time, then in any.
   * @param rows number of rows set so far
   */
  set(row: number, { unscaled, scale }: Decimal, rows: number): void {
    if (scale > this.#scale) this.#rescale(scale, rows);
    this.#put(row, scale === this.#scale ? unscaled : unscaled * 10n ** BigInt(this.#scale - scale), rows);
  }

  /** Forget all amounts. */
  clear(): void {
    this.#memory.clear();
    this.#narrow = new BigInt64Array(0);
    this.#halves = new Int32Array(0);
    this.#wide = [];
  }

  #rescale(scale: number, rows: number): void {
    const factor = 10n ** BigInt(scale - this.#scale);
    this.#scale = scale;
    // What is widened on the way takes the rows that are rescaled already along.
    for (let row = 0; row < rows; row++) this.#put(row, this.get(row) * factor, rows);
  }

  #put(row: number, value: bigint, rows: number): void {
    if (this.#narrow && (value > MOST || value < -MOST)) {
      this.#wide = Array.from({ length: rows }, (_, before) => this.get(before));
      this.#narrow = null;
      this.#memory.clear();
    }
    if (!this.#narrow) {
      this.#wide[row] = value;
      return;
    }
    if (row >= this.#narrow.length) {
      const buffer = this.#memory.reserve((row + 1) * 8);
      this.#narrow = new BigInt64Array(buffer);
      this.#halves = new Int32Array(buffer);
    }
    this.#narrow[row] = value;
  }
}
