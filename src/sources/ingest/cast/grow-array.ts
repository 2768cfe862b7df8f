/** Return a longer copy. */
export function growArray<T extends Uint8Array | Uint32Array>(before: T, length: number): T {
  const after = new (before.constructor as new (length: number) => T)(length);
  after.set(before);
  return after;
}
