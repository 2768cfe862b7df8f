import { errorText } from "../../../core/errors/error-text.js";
import { OverCapacity } from "../../../core/errors/errors.js";
import { PAGE_BYTES } from "./cube-memory.js";

const MAX_BYTES = 2 ** 32;

/**
 * A growing buffer for this thread alone, freed as a whole by garbage collection. Ordinary arrays would leave their
 * memory in the C library's heap, where more bytes than the loaded table takes would stay resident for good.
 */
export class GrowingMemory {
  readonly #memory: WebAssembly.Memory<ArrayBuffer>;

  /** @param bytes minimum initial size */
  constructor(bytes = PAGE_BYTES) {
    this.#memory = new WebAssembly.Memory({ initial: pagesFor(bytes), maximum: MAX_BYTES / PAGE_BYTES });
  }

  /** All bytes, zero until written. Read it again after `grow`, which replaces it. */
  get buffer(): ArrayBuffer {
    return this.#memory.buffer;
  }

  /**
   * Grow to at least `bytes`, and at least to twice the size.
   * @returns the new `buffer`; views of the previous one become empty
   * @throws OverCapacity above 4 GiB
   */
  grow(bytes: number): ArrayBuffer {
    const size = this.buffer.byteLength;
    const wanted = Math.max(bytes, Math.min(2 * size, MAX_BYTES));
    this.#memory.grow(pagesFor(wanted) - size / PAGE_BYTES);
    return this.buffer;
  }
}

function pagesFor(bytes: number): number {
  if (bytes > MAX_BYTES) throw new OverCapacity(errorText("column_too_large"));
  return Math.ceil(bytes / PAGE_BYTES);
}
