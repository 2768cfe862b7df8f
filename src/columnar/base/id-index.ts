import { firstSlot, nextSlot } from "./hash-slots.js";

/**
 * Ids in order of rows and the way back from an id to its row, by open addressing:
 *
 *     ids     20 bytes │ 20 bytes │ …        row 0, row 1, …
 *     slots   row + 1, or 0 for none         the id chooses where looking begins
 */
export const ID_BYTES = 20;

/** Enter the id of a row, standing anywhere in some bytes, that is not there yet. */
export function enterId(slots: Uint32Array, row: number, bytes: Uint8Array, at: number): void {
  let slot = firstSlot(hashId(bytes, at), slots.length);
  while (slots[slot] !== 0) slot = nextSlot(slot, slots.length);
  slots[slot] = row + 1;
}

/** A hash of an id that stands anywhere in some bytes. Digests scatter by themselves; ids that were counted up do here. */
export function hashId(bytes: Uint8Array, at: number): number {
  return Math.imul(readWord(bytes, at) ^ readWord(bytes, at + ID_BYTES - 4), 0x9e37_79b1);
}

function readWord(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
}
