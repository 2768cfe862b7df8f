import { NeedsOverflow, OutOfMemory } from "./errors.js";
import { requireMemory } from "./memory-limit.js";
import { type CubeMemory, MOST_PAGES, PAGE_BYTES, roundUp } from "./cube-memory.js";
import type { Pointer } from "./pointer.js";

/** A memory grows by as much as it has, or so many pages: by less would only mean growing again. */
const LEAST_GROWTH = 64;
/** Queries that take no more are answered however little memory is left. */
const FREE_BYTES = 64 * 2 ** 20;

/**
 * The room for one query beyond a table. Queries use it one after the other, from its start; a shared memory grows
 * without moving, so that views made before stay valid. What it once took is kept for the next query: see `LargeRoom`
 * for those that take much.
 */
export class Scratch {
  private top: Pointer;

  /** @param most bytes that a query may make the memory grow for; where it has them already, they may be taken */
  constructor(
    readonly memory: CubeMemory,
    private readonly most = Infinity,
  ) {
    this.top = memory.scratchStart;
  }

  /** Bytes that could still be taken, whether the memory has them yet or not. */
  get room(): number {
    return MOST_PAGES * PAGE_BYTES - this.top;
  }

  /**
   * Bytes with any contents, 64-byte aligned.
   * @throws OutOfMemory where the memory would exceed 4 GiB, OverMemoryLimit where the process would exceed its limit,
   * NoRoomHere where the memory would grow for more than it may
   */
  take(bytes: number): Pointer {
    const pointer = this.top;
    const end = pointer + roundUp(bytes);
    const size = this.memory.byteLength;
    if (end > size && end - this.memory.scratchStart > this.most) throw new NeedsOverflow();
    if (end > MOST_PAGES * PAGE_BYTES) throw new OutOfMemory(bytes);
    if (end > size) {
      if (end - this.memory.scratchStart > FREE_BYTES) requireMemory(this.memory.limit, end - size);
      const needed = Math.ceil((end - size) / PAGE_BYTES);
      const least = Math.min(size / PAGE_BYTES, LEAST_GROWTH);
      this.memory.grow(Math.min(Math.max(needed, least), MOST_PAGES - size / PAGE_BYTES));
    }
    this.top = end;
    return pointer;
  }

  /** Put bytes there. */
  put(bytes: Uint8Array): Pointer {
    const pointer = this.take(bytes.length);
    this.memory.u8(pointer, bytes.length).set(bytes);
    return pointer;
  }

  put32(words: Uint32Array): Pointer {
    const pointer = this.take(words.byteLength);
    this.memory.u32(pointer, words.length).set(words);
    return pointer;
  }

  /** What is taken from now on is free again after `back`. */
  mark(): Pointer {
    return this.top;
  }

  back(mark: Pointer): void {
    this.top = mark;
  }
}
