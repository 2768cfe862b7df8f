import { roundUp, TABLE_START, type CubeMemory } from "./cube-memory.js";
import type { Pointer } from "./pointer.js";

/** Memory that columns are read from. */
export type ColumnMemory = Pick<CubeMemory, "u8" | "u32" | "i32" | "f64">;

/** A memory for columns that no kernel computes with. Its bytes are zero until written. */
export class PlainMemory implements ColumnMemory {
  /** All bytes, to be shared with other threads. */
  readonly buffer: SharedArrayBuffer;
  #top = TABLE_START;

  /** @param from sum of the allocations in bytes, each rounded up to a multiple of 64; or the buffer of a memory that is full */
  constructor(from: number | SharedArrayBuffer) {
    this.buffer = typeof from === "number" ? new SharedArrayBuffer(TABLE_START + roundUp(from)) : from;
  }

  /** Allocate bytes, 64-byte aligned. */
  allocate(bytes: number): Pointer {
    const pointer = this.#top;
    this.#top += roundUp(bytes);
    return pointer;
  }

  get byteLength(): number {
    return this.buffer.byteLength;
  }

  u8(pointer: Pointer, length: number): Uint8Array<SharedArrayBuffer> {
    return new Uint8Array(this.buffer, pointer, length);
  }

  u32(pointer: Pointer, length: number): Uint32Array<SharedArrayBuffer> {
    return new Uint32Array(this.buffer, pointer, length);
  }

  i32(pointer: Pointer, length: number): Int32Array<SharedArrayBuffer> {
    return new Int32Array(this.buffer, pointer, length);
  }

  f64(pointer: Pointer, length: number): Float64Array<SharedArrayBuffer> {
    return new Float64Array(this.buffer, pointer, length);
  }
}
