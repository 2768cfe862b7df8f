/**
 * A set of hashes that takes some ten bits for each, however long the terms are: a Bloom filter. It may tell of a hash
 * that was not added, one in a hundred, never that an added one is missing.
 */
export type TermFilter = Uint32Array;

/** Bits for each hash, and those that one sets. */
const [BITS, PROBES] = [10, 5];
/** Maximum size of a filter in numbers: 1 MB. */
const MAX_LENGTH = 2 ** 18;

/** Maximum number of hashes of which a filter still rules most out. */
export const MAX_FILTERED = (MAX_LENGTH * 32) / 4;

/** Make a filter of hashes, in memory that threads can share. @param size number of hashes, which may repeat */
export function makeFilter(hashes: Iterable<number>, size: number): TermFilter {
  const length = Math.min(MAX_LENGTH, Math.max(1, Math.ceil((size * BITS) / 32)));
  const filter = new Uint32Array(new SharedArrayBuffer(length * 4));
  for (const hash of hashes) {
    for (let at = 0; at < PROBES; at++) {
      const bit = bitAt(filter, hash, at);
      filter[bit >>> 5]! |= 1 << (bit & 31);
    }
  }
  return filter;
}

/** True if a hash may have been added. */
export function mayContain(filter: TermFilter, hash: number): boolean {
  for (let at = 0; at < PROBES; at++) {
    const bit = bitAt(filter, hash, at);
    if ((filter[bit >>> 5]! & (1 << (bit & 31))) === 0) return false;
  }
  return true;
}

/** Return one of the bits of a hash. */
function bitAt({ length }: TermFilter, hash: number, probe: number): number {
  return ((mix(hash) + Math.imul(probe, mix(hash ^ STEP) | 1)) >>> 0) % (length * 32);
}

const STEP = 0x9e3779b9;

/** Spread a hash over all bits: the lowest ones of similar terms are similar. */
function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
