import { OverCapacity } from "../../errors/errors.js";
import { PAGE_BYTES } from "./cube-memory.js";

const MOST_BYTES = 2 ** 32;

/**
 * Bytes for this thread alone that grow in place and go as a whole, with whoever holds them. Arrays would leave what
 * they took in the C library's heap: more than the table that was loaded, resident for ever.
 */
export class GrowingMemory {
  readonly #memory: WebAssembly.Memory<ArrayBuffer>;

  /** @param bytes to begin with, at least */
  constructor(bytes = PAGE_BYTES) {
    this.#memory = new WebAssembly.Memory({ initial: pagesFor(bytes), maximum: MOST_BYTES / PAGE_BYTES });
  }

  /** All bytes, zero until written; none of them here after growing. */
  get buffer(): ArrayBuffer {
    return this.#memory.buffer;
  }

  /**
   * Have at least so many bytes, and twice as many as before.
   * @returns `buffer` from now on: views on the one before are empty
   * @throws OverCapacity beyond 4 GiB
   */
  grow(bytes: number): ArrayBuffer {
    const size = this.buffer.byteLength;
    const wanted = Math.max(bytes, Math.min(2 * size, MOST_BYTES));
    this.#memory.grow(pagesFor(wanted) - size / PAGE_BYTES);
    return this.buffer;
  }
}

function pagesFor(bytes: number): number {
  if (bytes > MOST_BYTES) throw new OverCapacity("A column needs more than 4 GiB to be loaded; load fewer entries");
  return Math.ceil(bytes / PAGE_BYTES);
}
