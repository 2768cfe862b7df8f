/** Maximum bytes of an array that is cached: larger ones are used seldom. */
const MAX_BYTES = 2 ** 24;

/**
 * Cache of arrays of zeros, one for each length. A large array costs more to allocate, and later to collect, than the few
 * items that a query sets cost to reset.
 */
export class ZeroedArrays {
  /** Absent until an array is released. */
  #cached: Map<number, Uint32Array> | undefined;

  /** Bytes of the cached arrays. */
  get bytes(): number {
    return [...(this.#cached?.values() ?? [])].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  take(length: number): Uint32Array {
    const array = this.#cached?.get(length);
    this.#cached?.delete(length);
    return array ?? new Uint32Array(length);
  }

  /** Take an array back, which nothing uses any more. @param set the items that are not 0 */
  release(array: Uint32Array, set: Uint32Array): void {
    if (array.byteLength > MAX_BYTES) return;
    for (let at = 0; at < set.length; at++) array[set[at]!] = 0;
    (this.#cached ??= new Map()).set(array.length, array);
  }
}
