import { equalBytes } from "../base/hash-bytes.js";
import { GrowingBytes } from "../base/growing-bytes.js";
import { GrowingSlots } from "./growing-slots.js";
import { hashId, ID_BYTES } from "../base/id-index.js";

/** Ids of a table being built, with an index from id to row. */
export class GrowingIds {
  readonly #memory = new GrowingBytes();
  #ids = new Uint8Array(this.#memory.buffer);
  readonly #slots = new GrowingSlots();
  #rows = 0;

  get rows(): number {
    return this.#rows;
  }

  /** 20 bytes per row; the array may be longer. */
  get ids(): Uint8Array {
    return this.#ids;
  }

  /**
   * Return the row of an id; a new id gets the next row.
   * @param at offset of the id in `bytes`
   */
  rowOf(bytes: Uint8Array, at = 0): number {
    // Write the id behind the others first: a new id stays there.
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

  /** True if a row has the id that was written behind the others. */
  readonly #isLast = (row: number): boolean =>
    equalBytes(this.#ids, row * ID_BYTES, this.#ids, this.#rows * ID_BYTES, ID_BYTES);
}
