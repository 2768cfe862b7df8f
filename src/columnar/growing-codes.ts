import { GrowingMemory } from "../kernel/growing-memory.js";

/**
 * Integers of 32 bits of a table that is being built, 4 bytes each whatever a column's width will be: arrays of one
 * kind are what makes setting them fast.
 */
export class GrowingCodes {
  readonly #memory = new GrowingMemory();
  #codes = new Uint32Array(this.#memory.buffer);

  get(at: number): number {
    return this.#codes[at]!;
  }

  /** Items are set in order the first time, then in any. */
  set(at: number, code: number): void {
    if (at >= this.#codes.length) this.#codes = new Uint32Array(this.#memory.grow((at + 1) * 4));
    this.#codes[at] = code;
  }
}

export type CodeWidth = 1 | 2 | 4;

/** Bytes of a code below `size`. */
export function widthOf(size: number): CodeWidth {
  return size <= 2 ** 8 ? 1 : size <= 2 ** 16 ? 2 : 4;
}
