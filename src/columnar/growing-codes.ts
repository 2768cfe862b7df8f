/** Items in one chunk of what grows while a table is built. */
export const CHUNK = 65_536;

/** Items in the first chunk when it begins: most dimensions have few members. */
const LEAST = 64;

/**
 * Integers of 32 bits of a table that is being built, 4 bytes each whatever a column's width will be: arrays of one
 * kind are what makes setting them fast.
 */
export class GrowingCodes {
  readonly #chunks: Uint32Array[] = [];

  get(at: number): number {
    return this.#chunks[at >>> 16]![at & 0xffff]!;
  }

  /** Items are set in order the first time, then in any. */
  set(at: number, code: number): void {
    let chunk = this.#chunks[at >>> 16];
    if (chunk === undefined || (at & 0xffff) >= chunk.length) chunk = this.#grow(at);
    chunk[at & 0xffff] = code;
  }

  #grow(at: number): Uint32Array {
    const chunk = new Uint32Array(at < CHUNK ? Math.max(LEAST, at * 2) : CHUNK);
    if (at < CHUNK && at > 0) chunk.set(this.#chunks[0]!);
    this.#chunks[at >>> 16] = chunk;
    return chunk;
  }
}

export type CodeWidth = 1 | 2 | 4;

/** Bytes of a code below `size`. */
export function widthOf(size: number): CodeWidth {
  return size <= 2 ** 8 ? 1 : size <= 2 ** 16 ? 2 : 4;
}
