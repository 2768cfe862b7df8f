import { type PlainPart, roundUp, scratchStart } from "./cube-memory.js";

/** Bytes of a memory that is shared out: the system gives none of them before they are written. */
const SLAB_BYTES = 2 ** 26;

/**
 * Parts of plain memories for segments that are filled when they are first read. Thousands of them take no memory until then.
 * A memory is freed when nobody has any of its parts.
 */
export class PlainParts {
  #slab: SharedArrayBuffer | null = null;
  #used = 0;

  /** Take a part for a segment. @param tableBytes bytes of its contents */
  take(tableBytes: number): PlainPart {
    const bytes = roundUp(scratchStart(tableBytes));
    if (!this.#slab || this.#used + bytes > SLAB_BYTES) {
      this.#slab = new SharedArrayBuffer(SLAB_BYTES);
      this.#used = 0;
    }
    const part = new Uint8Array(this.#slab, this.#used, bytes);
    this.#used += bytes;
    return part;
  }
}
