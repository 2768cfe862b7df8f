import { GrowingMemory } from "../kernel/growing-memory.js";
import { firstSlot, makeSlots, nextSlot, slotsFor } from "./slots.js";

/** Bytes of an entry id. */
export const ID_BYTES = 20;

/**
 * Ids in order of rows and the way back from an id to its row, by open addressing:
 *
 *     ids     20 bytes │ 20 bytes │ …        row 0, row 1, …
 *     slots   row + 1, or 0 for none         the id chooses where looking begins
 */
export interface IdIndex {
  readonly ids: Uint8Array;
  readonly slots: Uint32Array;
}

/**
 * Find an id that stands anywhere in some bytes.
 * @returns its row, or -1
 */
export function findId({ ids, slots }: IdIndex, bytes: Uint8Array, at = 0): number {
  let slot = firstIdSlot(bytes, at, slots.length);
  for (let taken = slots[slot]!; taken !== 0; taken = slots[slot]!) {
    if (isSame(ids, (taken - 1) * ID_BYTES, bytes, at)) return taken - 1;
    slot = nextSlot(slot, slots.length);
  }
  return -1;
}

/** Enter the id of a row, standing anywhere in some bytes, that is not there yet. */
export function enterId(slots: Uint32Array, row: number, bytes: Uint8Array, at: number): void {
  let slot = firstIdSlot(bytes, at, slots.length);
  while (slots[slot] !== 0) slot = nextSlot(slot, slots.length);
  slots[slot] = row + 1;
}

/** An index that grows while a table is built. */
export class GrowingIds {
  readonly #memory = new GrowingMemory();
  #index: IdIndex = { ids: new Uint8Array(this.#memory.buffer), slots: makeSlots(1024) };
  #rows = 0;

  get rows(): number {
    return this.#rows;
  }

  /** 20 bytes for each row. */
  get ids(): Uint8Array {
    return this.#index.ids.subarray(0, this.#rows * ID_BYTES);
  }

  /** @returns the row of an id; that of a new one is the number of rows so far */
  rowOf(bytes: Uint8Array, at = 0): number {
    const known = findId(this.#index, bytes, at);
    if (known >= 0) return known;
    if ((this.#rows + 1) * ID_BYTES > this.#index.ids.length) this.#growIds();
    if (slotsFor(this.#rows + 1) > this.#index.slots.length) this.#growSlots();
    const { ids, slots } = this.#index;
    const start = this.#rows * ID_BYTES;
    for (let byte = 0; byte < ID_BYTES; byte++) ids[start + byte] = bytes[at + byte]!;
    enterId(slots, this.#rows, bytes, at);
    return this.#rows++;
  }

  #growIds(): void {
    const ids = new Uint8Array(this.#memory.grow((this.#rows + 1) * ID_BYTES));
    this.#index = { ids, slots: this.#index.slots };
  }

  #growSlots(): void {
    const { ids } = this.#index;
    const slots = makeSlots(this.#rows * 2);
    for (let row = 0; row < this.#rows; row++) enterId(slots, row, ids, row * ID_BYTES);
    this.#index = { ids, slots };
  }
}

/** Where looking for an id begins. Digests scatter by themselves; ids that were counted up do here. */
export function firstIdSlot(bytes: Uint8Array, at: number, slots: number): number {
  return firstSlot(Math.imul(readWord(bytes, at) ^ readWord(bytes, at + ID_BYTES - 4), 0x9e37_79b1), slots);
}

function readWord(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
}

function isSame(ids: Uint8Array, start: number, bytes: Uint8Array, at: number): boolean {
  for (let byte = 0; byte < ID_BYTES; byte++) if (ids[start + byte] !== bytes[at + byte]) return false;
  return true;
}
