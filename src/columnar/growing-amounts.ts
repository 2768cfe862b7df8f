import { GrowingMemory } from "../kernel/growing-memory.js";
import type { Decimal } from "../model/decimal.js";

const MOST = 2n ** 63n - 1n;

/**
 * Amounts of a table that is being built, as integers of one scale: 64 bits each, and as big integers from the first
 * that does not fit.
 */
export class GrowingAmounts {
  #scale = 0;
  readonly #memory = new GrowingMemory();
  #narrow: BigInt64Array | null = new BigInt64Array(this.#memory.buffer);
  #wide: bigint[] = [];

  get scale(): number {
    return this.#scale;
  }

  get(row: number): bigint {
    return this.#narrow ? this.#narrow[row]! : this.#wide[row]!;
  }

  /**
   * Rows are set in order the first time, then in any.
   * @param rows number of rows set so far
   */
  set(row: number, { unscaled, scale }: Decimal, rows: number): void {
    if (scale > this.#scale) this.#rescale(scale, rows);
    const value = scale === this.#scale ? unscaled : unscaled * 10n ** BigInt(this.#scale - scale);
    if (this.#narrow && (value > MOST || value < -MOST)) this.#widen(rows);
    if (!this.#narrow) {
      this.#wide[row] = value;
      return;
    }
    if (row >= this.#narrow.length) this.#narrow = new BigInt64Array(this.#memory.grow((row + 1) * 8));
    this.#narrow[row] = value;
  }

  #rescale(scale: number, rows: number): void {
    const factor = 10n ** BigInt(scale - this.#scale);
    this.#scale = scale;
    for (let row = 0; row < rows; row++) {
      const value = this.get(row) * factor;
      if (this.#narrow && (value > MOST || value < -MOST)) {
        // The rows before this one are rescaled already.
        this.#widen(rows);
      }
      if (this.#narrow) this.#narrow[row] = value;
      else this.#wide[row] = value;
    }
  }

  #widen(rows: number): void {
    this.#wide = Array.from({ length: rows }, (_, row) => this.get(row));
    this.#narrow = null;
  }
}
