/** Bytes per id. */
export const ID_BYTES = 20;

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
