/** Entries in one chunk of what grows while a table is built. */
export const CHUNK = 65_536;

/**
 * Codes of a table that is being built, one per entry, 4 bytes each whatever the column's width will be: arrays of one
 * kind are what makes setting them fast.
 */
export class GrowingCodes {
  readonly #chunks: Uint32Array[] = [];

  get(row: number): number {
    return this.#chunks[row >>> 16]![row & 0xffff]!;
  }

  /** Rows are set in order the first time, then in any. */
  set(row: number, code: number): void {
    const at = row >>> 16;
    if (at === this.#chunks.length) this.#chunks.push(new Uint32Array(CHUNK));
    this.#chunks[at]![row & 0xffff] = code;
  }
}

export type CodeWidth = 1 | 2 | 4;

/** Bytes of a code below `size`. */
export function widthOf(size: number): CodeWidth {
  return size <= 2 ** 8 ? 1 : size <= 2 ** 16 ? 2 : 4;
}
