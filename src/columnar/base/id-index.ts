import { firstSlot, nextSlot } from "./hash-slots.js";

/**
 * Bytes per id. A table stores its ids in row order, and a hash table with open addressing that maps an id to its row:
 *
 *     ids     20 bytes │ 20 bytes │ …        row 0, row 1, …
 *     slots   row + 1, or 0 if free          the id's hash determines the first slot to probe
 */
export const ID_BYTES = 20;

/** Add the id of a row, read from `bytes` at offset `at`. The id must not be in the index yet. */
export function enterId(slots: Uint32Array, row: number, bytes: Uint8Array, at: number): void {
  let slot = firstSlot(hashId(bytes, at), slots.length);
  while (slots[slot] !== 0) slot = nextSlot(slot, slots.length);
  slots[slot] = row + 1;
}

/**
 * Return a 32-bit hash of the id at offset `at` of `bytes`.
 * Digests are evenly distributed already; the multiplication also spreads consecutive ids.
 */
export function hashId(bytes: Uint8Array, at: number): number {
  return Math.imul(readWord(bytes, at) ^ readWord(bytes, at + ID_BYTES - 4), 0x9e37_79b1);
}

function readWord(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
}
