import { NeedsOverflow, OutOfMemory } from "./errors.js";
import { requireMemory } from "./memory-limit.js";
import { FREE_BYTES } from "./memory-growth.js";
import { type CubeMemory, MAX_PAGES, PAGE_BYTES, roundUp } from "./cube-memory.js";
import type { Pointer } from "./pointer.js";

/** Pages by which a memory grows at least, unless it is smaller itself: avoids growing again soon. */
const MIN_GROWTH = 64;

/**
 * Stack allocator for the scratch memory of one query, after a table in the same memory. Each query starts at its
 * beginning. The memory grows without moving, so existing views stay valid, and it never shrinks: see `OverflowMemory`
 * for queries that need much.
 */
export class Scratch {
  private top: Pointer;

  /** @param maxGrowth bytes of scratch for which the memory may grow; more may be taken if the memory already has it */
  constructor(
    readonly memory: CubeMemory,
    private readonly maxGrowth = Infinity,
  ) {
    this.top = memory.scratchStart;
  }

  /** Bytes that can still be taken, whether or not the memory must grow for them. */
  get available(): number {
    return this.end - this.top;
  }

  private get end(): Pointer {
    const { scratchStart, scratchBytes } = this.memory;
    return Math.min(scratchStart + scratchBytes, MAX_PAGES * PAGE_BYTES);
  }

  /**
   * Take bytes, 64-byte aligned, with arbitrary contents.
   * @throws OutOfMemory if the memory would exceed 4 GiB, OverMemoryLimit if the process would exceed its limit,
   * NeedsOverflow if the memory would have to grow for more than `maxGrowth`, or if the part for this kernel is too small
   */
  take(bytes: number): Pointer {
    const pointer = this.top;
    const end = pointer + roundUp(bytes);
    if (end > this.memory.byteLength) this.memory.refresh();
    const size = this.memory.byteLength;
    const taken = end - this.memory.scratchStart;
    if (end > size && taken > this.maxGrowth) throw new NeedsOverflow();
    if (end > this.end) throw this.maxGrowth === Infinity ? new OutOfMemory(bytes) : new NeedsOverflow();
    if (end > size) {
      if (taken > FREE_BYTES) requireMemory(this.memory.limit, Math.min(taken, end - size));
      const needed = Math.ceil((end - size) / PAGE_BYTES);
      const least = Math.min(size / PAGE_BYTES, MIN_GROWTH);
      this.memory.grow(Math.min(Math.max(needed, least), MAX_PAGES - size / PAGE_BYTES));
    }
    this.top = end;
    return pointer;
  }

  /** Take memory and copy bytes to it. */
  put(bytes: Uint8Array): Pointer {
    const pointer = this.take(bytes.length);
    this.memory.u8(pointer, bytes.length).set(bytes);
    return pointer;
  }

  /** Take memory and copy 32-bit words to it. */
  put32(words: Uint32Array): Pointer {
    const pointer = this.take(words.byteLength);
    this.memory.u32(pointer, words.length).set(words);
    return pointer;
  }

  /** Return the current top of the stack; `back` frees everything taken after it. */
  mark(): Pointer {
    return this.top;
  }

  back(mark: Pointer): void {
    this.top = mark;
  }
}
