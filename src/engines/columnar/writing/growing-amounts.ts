import { type Decimal, decimalNumber, quotient } from "../../../core/model/values/decimal.js";
import { amountAt, type RowAmounts } from "../../../core/engine/row-batch.js";
import { GrowingBytes } from "../base/growing-bytes.js";
import type { RowOrder } from "../base/row-order.js";

const MAX_NARROW = 2n ** 63n - 1n;
/** Bound of the upper halves of integers below 2^53, which doubles hold exactly. */
const MAX_UPPER = 2 ** 21;

/**
 * Amounts of a table being built, as integers with a common scale. Each takes 64 bits; once an amount does not fit,
 * all become big integers.
 */
export class GrowingAmounts {
  #scale = 0;
  readonly #memory = new GrowingBytes();
  #narrow: BigInt64Array | null = new BigInt64Array(this.#memory.buffer);
  /** 32-bit halves of the same integers: lower, upper, lower, … */
  #halves = new Int32Array(this.#memory.buffer);
  #wide: bigint[] = [];

  get scale(): number {
    return this.#scale;
  }

  get(row: number): bigint {
    return this.#narrow ? this.#narrow[row]! : this.#wide[row]!;
  }

  /** Return an amount as a double, which is cheaper than `get`; `NaN` if a double might not be exact. */
  getNumber(row: number): number {
    if (!this.#narrow) {
      const number = Number(this.#wide[row]!);
      return Number.isSafeInteger(number) ? number : NaN;
    }
    const upper = this.#halves[row * 2 + 1]!;
    return upper < MAX_UPPER && upper >= -MAX_UPPER ? upper * 2 ** 32 + (this.#halves[row * 2]! >>> 0) : NaN;
  }

  /**
   * Copy the amounts of successive rows of a table, which must fit.
   * @param first the first of these rows
   * @returns false if they are big integers, and nothing was copied
   */
  copyTo(to: Int32Array | BigInt64Array, first: number, { rows, kept, ranks }: RowOrder): boolean {
    if (!this.#narrow) return false;
    const halves = this.#halves;
    const size = to instanceof Int32Array ? 1 : 2;
    const parts = new Int32Array(to.buffer, to.byteOffset, to.length * size);
    for (let place = 0; place < rows; place++) {
      const at = (ranks ? ranks[place]! : place) - first;
      if (at < 0 || at >= to.length) continue;
      const row = kept ? kept[place]! : place;
      parts[at * size] = halves[row * 2]!;
      if (size === 2) parts[at * 2 + 1] = halves[row * 2 + 1]!;
    }
    return true;
  }

  /** Return the nearest double of an amount. */
  getDouble(row: number): number {
    const number = this.getNumber(row);
    return Number.isNaN(number)
      ? decimalNumber({ unscaled: this.get(row), scale: this.#scale })
      : quotient(number, this.#scale);
  }

  /** True if a row has an amount. */
  equals(row: number, { unscaled, scale }: Decimal): boolean {
    if (scale <= this.#scale) return this.get(row) === unscaled * 10n ** BigInt(this.#scale - scale);
    return this.get(row) * 10n ** BigInt(scale - this.#scale) === unscaled;
  }

  /**
   * Set the amount of a row. New rows are set in ascending order; rows already set, in any order.
   * @param rows number of rows set so far
   */
  set(row: number, { unscaled, scale }: Decimal, rows: number): void {
    if (scale > this.#scale) this.#rescale(scale, rows);
    this.#put(row, scale === this.#scale ? unscaled : unscaled * 10n ** BigInt(this.#scale - scale), rows);
  }

  /** Set the amount `integer` / 10^`scale` of a row as `set` does. @param integer exact */
  setInteger(row: number, integer: number, scale: number, rows: number): void {
    const factor = scale === this.#scale ? 1 : 10 ** (this.#scale - scale);
    const value = integer * factor;
    if (factor < 1 || !this.#narrow || row >= this.#narrow.length || !Number.isSafeInteger(value)) {
      this.set(row, { unscaled: BigInt(integer), scale }, rows);
      return;
    }
    const upper = Math.floor(value / 2 ** 32);
    this.#halves[row * 2] = value - upper * 2 ** 32;
    this.#halves[row * 2 + 1] = upper;
  }

  /** Set the amount of a row of a batch as `set` does. @param at position in the batch */
  setFrom(row: number, column: RowAmounts, at: number, rows: number): void {
    const integer = column.integers[at]!;
    if (Number.isNaN(integer)) this.set(row, amountAt(column, at), rows);
    else this.setInteger(row, integer, column.scales[at]!, rows);
  }

  /** Set the amounts of new rows that follow each other. @param from position of the first in the batch */
  setAll(first: number, column: RowAmounts, from: number, count: number): void {
    for (let at = 0; at < count; at++) this.setFrom(first + at, column, from + at, first + at);
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
    // If `#put` changes to big integers on the way, it copies all rows, rescaled or not.
    for (let row = 0; row < rows; row++) this.#put(row, this.get(row) * factor, rows);
  }

  #put(row: number, value: bigint, rows: number): void {
    if (this.#narrow && (value > MAX_NARROW || value < -MAX_NARROW)) {
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
