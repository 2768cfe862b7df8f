/** Entries in one chunk of what grows while a table is built. */
export const CHUNK = 65_536;

export type CodeArray = Uint8Array | Uint16Array | Uint32Array;

/**
 * Codes of a table that is being built, one per entry. Each chunk is as wide as its largest code: what this takes is
 * about what the finished column takes.
 *
 *     chunks[0]              chunks[1]              …
 *     65,536 × 1 byte        65,536 × 2 bytes
 */
export class GrowingCodes {
  readonly #chunks: CodeArray[] = [];

  get(row: number): number {
    return this.#chunks[row >>> 16]![row & 0xffff]!;
  }

  /** Rows are set in order the first time, then in any. */
  set(row: number, code: number): void {
    const at = row >>> 16;
    let chunk = this.#chunks[at];
    if (!chunk || code >= 2 ** (8 * chunk.BYTES_PER_ELEMENT)) {
      const wider = newCodes(widthOf(code + 1), CHUNK);
      if (chunk) wider.set(chunk);
      chunk = wider;
      this.#chunks[at] = chunk;
    }
    chunk[row & 0xffff] = code;
  }
}

export type CodeWidth = 1 | 2 | 4;

/** Bytes of a code below `size`. */
export function widthOf(size: number): CodeWidth {
  return size <= 2 ** 8 ? 1 : size <= 2 ** 16 ? 2 : 4;
}

export function newCodes(width: CodeWidth, length: number): CodeArray {
  return width === 1 ? new Uint8Array(length) : width === 2 ? new Uint16Array(length) : new Uint32Array(length);
}
