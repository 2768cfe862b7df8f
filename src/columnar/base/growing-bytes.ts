import { GrowingMemory } from "../../kernel/memory/growing-memory.js";

/** Up to so many bytes in an array: a memory would take more address space and time than that is worth. */
const MOST_IN_ARRAY = 2 ** 16;

/** Bytes that grow while a table is built, zero until written. */
export class GrowingBytes {
  #buffer: ArrayBuffer;
  #memory: GrowingMemory | null = null;

  /** @param bytes to begin with, at least */
  constructor(bytes = 64) {
    this.#buffer = new ArrayBuffer(0);
    this.reserve(bytes);
  }

  get buffer(): ArrayBuffer {
    return this.#buffer;
  }

  /**
   * Have at least so many bytes, and at least twice as many as before when there were fewer.
   * @returns `buffer` from now on: views on the one before are void
   */
  reserve(bytes: number): ArrayBuffer {
    const before = this.#buffer;
    if (bytes <= before.byteLength) return before;
    if (this.#memory) {
      this.#buffer = this.#memory.grow(bytes);
      return this.#buffer;
    }
    const wanted = Math.max(bytes, before.byteLength * 2);
    if (wanted > MOST_IN_ARRAY) {
      this.#memory = new GrowingMemory(wanted);
      this.#buffer = this.#memory.buffer;
    } else {
      this.#buffer = new ArrayBuffer(wanted);
    }
    new Uint8Array(this.#buffer).set(new Uint8Array(before));
    return this.#buffer;
  }

  /** Have none any more. */
  clear(): void {
    this.#memory = null;
    this.#buffer = new ArrayBuffer(0);
  }
}
