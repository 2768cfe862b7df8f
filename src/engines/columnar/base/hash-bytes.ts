/**
 * Return a 32-bit hash: FNV-1a with a final mix, because `firstSlot` uses the upper bits. It is stored with tables; terms and
 * ids, whose hashes no file has, are hashed faster.
 */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = FIRST_HASH;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, PRIME);
  return mixHash(hash);
}

const FIRST_HASH = 0x811c_9dc5;
const PRIME = 0x0100_0193;

function mixHash(fnv: number): number {
  let hash = Math.imul(fnv ^ (fnv >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** True if `length` bytes are the same in both. */
export function equalBytes(a: Uint8Array, aStart: number, b: Uint8Array, bStart: number, length: number): boolean {
  // Backwards, because numbers in texts usually differ in their last digits.
  for (let at = length - 1; at >= 0; at--) if (a[aStart + at] !== b[bStart + at]) return false;
  return true;
}
