/** A hash of 32 bits: FNV-1a, its bits mixed once more, because slots are chosen by the upper ones. */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c_9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x0100_0193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Whether `length` bytes are the same in both. */
export function equalBytes(a: Uint8Array, aStart: number, b: Uint8Array, bStart: number, length: number): boolean {
  // Numbers differ at their end.
  for (let at = length - 1; at >= 0; at--) if (a[aStart + at] !== b[bStart + at]) return false;
  return true;
}
