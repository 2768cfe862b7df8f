import { GrowingMemory } from "../../kernel/memory/growing-memory.js";

/** Maximum bytes in a plain array buffer: for so few bytes a `GrowingMemory` costs too much address space and time. */
const MAX_ARRAY_BYTES = 2 ** 16;

/** Growing byte buffer for building a table. Bytes are zero until written. */
export class GrowingBytes {
  #buffer: ArrayBuffer;
  #memory: GrowingMemory | null = null;

  /** @param bytes minimum initial capacity */
  constructor(bytes = 64) {
    this.#buffer = new ArrayBuffer(0);
    this.reserve(bytes);
  }

  get buffer(): ArrayBuffer {
    return this.#buffer;
  }

  /**
   * Ensure a capacity of at least `bytes`. If the buffer must grow, it at least doubles, up to 4 GiB.
   * @returns the current `buffer`; views of an earlier one are invalid
   * @throws OverCapacity above 4 GiB
   */
  reserve(bytes: number): ArrayBuffer {
    const before = this.#buffer;
    if (bytes <= before.byteLength) return before;
    if (this.#memory) {
      this.#buffer = this.#memory.grow(bytes);
      return this.#buffer;
    }
    const wanted = Math.max(bytes, before.byteLength * 2);
    if (wanted > MAX_ARRAY_BYTES) {
      this.#memory = new GrowingMemory(wanted);
      this.#buffer = this.#memory.buffer;
    } else {
      this.#buffer = new ArrayBuffer(wanted);
    }
    new Uint8Array(this.#buffer).set(new Uint8Array(before));
    return this.#buffer;
  }

  /** Release all bytes. */
  clear(): void {
    this.#memory = null;
    this.#buffer = new ArrayBuffer(0);
  }
}
