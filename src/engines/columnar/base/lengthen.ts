type Numbers = Float32Array | Uint16Array | Uint32Array;

/** Return a longer array that begins with the items of an array; the others are 0. */
export function lengthen<T extends Numbers>(items: T, length: number): T {
  const longer = new (items.constructor as new (length: number) => T)(length);
  longer.set(items);
  return longer;
}
