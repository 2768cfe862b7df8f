import { GrowingBytes } from "./growing-bytes.js";
import { enterId, firstIdSlot, ID_BYTES } from "./id-index.js";
import { makeSlots, nextSlot, slotsFor } from "./slots.js";

/** The ids of a table that is being built, and the way back from an id to its row. */
export class GrowingIds {
  readonly #memory = new GrowingBytes();
  #ids = new Uint8Array(this.#memory.buffer);
  #slots = makeSlots(64);
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
    const slots = this.#slots;
    for (let slot = firstIdSlot(bytes, at, slots.length); slots[slot] !== 0; slot = nextSlot(slot, slots.length)) {
      const row = slots[slot]! - 1;
      if (this.#isSame(row, bytes, at)) return row;
    }
    return this.#enter(bytes, at);
  }

  /** Forget all ids. */
  clear(): void {
    this.#memory.clear();
    this.#ids = new Uint8Array(0);
    this.#slots = makeSlots(0);
    this.#rows = 0;
  }

  #isSame(row: number, bytes: Uint8Array, at: number): boolean {
    const ids = this.#ids;
    for (let byte = 0; byte < ID_BYTES; byte++) if (ids[row * ID_BYTES + byte] !== bytes[at + byte]) return false;
    return true;
  }

  #enter(bytes: Uint8Array, at: number): number {
    const row = this.#rows++;
    const end = (row + 1) * ID_BYTES;
    if (end > this.#ids.length) this.#ids = new Uint8Array(this.#memory.reserve(end));
    for (let byte = 0; byte < ID_BYTES; byte++) this.#ids[row * ID_BYTES + byte] = bytes[at + byte]!;
    if (slotsFor(row + 1) > this.#slots.length) this.#growSlots();
    else enterId(this.#slots, row, bytes, at);
    return row;
  }

  #growSlots(): void {
    this.#slots = makeSlots(this.#rows * 2);
    for (let row = 0; row < this.#rows; row++) enterId(this.#slots, row, this.#ids, row * ID_BYTES);
  }
}
