import { equalBytes } from "../base/hash-bytes.js";
import { GrowingBytes } from "../base/growing-bytes.js";
import { GrowingSlots } from "./growing-slots.js";
import { hashId, ID_BYTES } from "../base/id-index.js";

/** The ids of a table that is being built, and the way back from an id to its row. */
export class GrowingIds {
  readonly #memory = new GrowingBytes();
  #ids = new Uint8Array(this.#memory.buffer);
  readonly #slots = new GrowingSlots((row) => hashId(this.#ids, row * ID_BYTES));
  #rows = 0;

  get rows(): number {
    return this.#rows;
  }

  /** 20 bytes for each row, and some more. */
  get ids(): Uint8Array {
    return this.#ids;
  }

  /**
   * @param at where the id begins in `bytes`
   * @returns its row; that of a new one is the number of rows so far
   */
  rowOf(bytes: Uint8Array, at = 0): number {
    // Written behind the others, it is where it stays if it is new.
    const start = this.#rows * ID_BYTES;
    if (start + ID_BYTES > this.#ids.length) this.#ids = new Uint8Array(this.#memory.reserve(start + ID_BYTES));
    for (let byte = 0; byte < ID_BYTES; byte++) this.#ids[start + byte] = bytes[at + byte]!;
    const hash = hashId(this.#ids, start);
    const known = this.#slots.find(hash, this.#isLast);
    if (known >= 0) return known;
    this.#slots.push(hash);
    return this.#rows++;
  }

  /** Forget all ids. */
  clear(): void {
    this.#memory.clear();
    this.#ids = new Uint8Array(0);
    this.#slots.clear();
    this.#rows = 0;
  }

  /** Whether a row has the id that was written behind the others. */
  readonly #isLast = (row: number): boolean =>
    equalBytes(this.#ids, row * ID_BYTES, this.#ids, this.#rows * ID_BYTES, ID_BYTES);
}
