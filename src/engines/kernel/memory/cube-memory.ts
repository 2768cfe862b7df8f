import type { Pointer } from "./pointer.js";
import { OutOfMemory } from "./errors.js";
import type { KernelConstants, KernelExports } from "./exports.js";
import type { MemoryLimit } from "./memory-limit.js";

/** Size of a WebAssembly page. */
export const PAGE_BYTES = 65_536;
/** Maximum size of a memory. The last page of 4 GiB stays unused, because a pointer to its end, 2^32, would be 0. */
export const MAX_PAGES = 65_535;
const ALIGNMENT = 64;
/** Pointer of the first allocation. */
export const TABLE_START: Pointer = ALIGNMENT;
/** Bytes that must be readable after a column: loops read up to 63 items beyond its end. */
export const OVERREAD = 512;

/** The part of a memory's scratch that one kernel uses. Kernels that share a memory have one each. */
export interface ScratchLane {
  /** Bytes from the table's end to its start; a multiple of 64. */
  readonly offset: number;
  /** Maximum bytes. */
  readonly bytes: number;
}

/**
 * The bytes of a table segment as threads share them. V8 reserves 10 GiB of addresses for each WebAssembly memory, so that a
 * process has room for some 12,000: small segments are in plain memory, and copied when the kernel first computes there.
 * Memories that are filled when they are first read lie side by side in one plain memory.
 */
export type SharedMemory = WebAssembly.Memory | SharedArrayBuffer | PlainPart;

/** A part of a plain memory, at a multiple of 64. */
export type PlainPart = Uint8Array<SharedArrayBuffer>;

/** Return the bytes of a shared memory. */
export function sharedBytesOf(shared: SharedMemory): PlainPart {
  if (shared instanceof Uint8Array) return shared;
  return new Uint8Array(shared instanceof SharedArrayBuffer ? shared : (shared.buffer as SharedArrayBuffer));
}

/** True if a segment is in plain memory. */
export function isPlain(shared: SharedMemory): shared is SharedArrayBuffer | PlainPart {
  return shared instanceof SharedArrayBuffer || shared instanceof Uint8Array;
}

/** Fills a segment that nobody has read yet. @throws the error of what it is read from; then it stays as it is */
export type FillMemory = (contents: PlainPart) => void;

/** The kernel as memories use it. */
export interface MemoryKernel {
  /** Make a memory in which the kernel computes over a segment that is in plain memory. */
  makeWorking(of: CubeMemory): { readonly id: number; readonly memory: WebAssembly.Memory };
  readonly constants: KernelConstants;
  instantiate(memory: WebAssembly.Memory): KernelExports;
}

/** All of the scratch, for a kernel that shares no memory with another. */
export const WHOLE_SCRATCH: ScratchLane = { offset: 0, bytes: Infinity };

/**
 * A shared WebAssembly memory that holds one table segment, and after it the scratch memory of queries. It is created
 * by `Kernel.newMemory` in the segment's final size, with one holder. Its bytes are zero until written. A small segment
 * is in plain memory until the kernel computes there; all of it is written before.
 *
 *   memory ─► | 64 bytes, so that 0 is not a pointer | table: tableBytes | lane | lane | last lane, grows … |
 */
export class CubeMemory {
  private top = TABLE_START;
  private holders = 1;
  private scratch: Pointer;
  /** Cached, because `memory.buffer` takes longer than most uses of the buffer. */
  private buffer: SharedArrayBuffer;
  /** Where the memory begins in the buffer. */
  private base: number;
  private instance: KernelExports | null = null;
  /** Where the kernel computes; `null` while the segment is in plain memory alone. */
  private working: WebAssembly.Memory | null;

  constructor(
    /** Number under which workers know the memory in which the kernel computes. */
    public id: number,
    /** Its bytes, for other threads. */
    readonly shared: SharedMemory,
    private readonly kernel: MemoryKernel,
    /** Bytes for the table: the sum of its allocations, each rounded up to a multiple of 64. */
    readonly tableBytes: number,
    /** Limit of the process's memory, checked before a query makes this memory grow. */
    readonly limit: MemoryLimit,
    private readonly whenReleased: (memory: CubeMemory) => void,
    private readonly lane = WHOLE_SCRATCH,
    /** Fills the segment when it is first read; `null` if it is filled. */
    private fill: FillMemory | null = null,
  ) {
    this.scratch = scratchStart(tableBytes) + lane.offset;
    this.working = isPlain(shared) ? null : shared;
    const { buffer, byteOffset } = sharedBytesOf(shared);
    this.buffer = buffer;
    this.base = byteOffset;
  }

  /** The memory in which the kernel computes. */
  get memory(): WebAssembly.Memory {
    return (this.working ??= this.copyToWorking());
  }

  private copyToWorking(): WebAssembly.Memory {
    if (this.fill) this.fillNow();
    const { id, memory } = this.kernel.makeWorking(this);
    this.id = id;
    new Uint8Array(memory.buffer).set(sharedBytesOf(this.shared));
    this.buffer = memory.buffer as SharedArrayBuffer;
    this.base = 0;
    return memory;
  }

  /** Fill the segment, unless that was done, in this thread or another. @throws the errors of `FillMemory` */
  fillNow(): void {
    const { fill, buffer, base } = this;
    if (!fill) return;
    // The bytes before the table are not used otherwise. Two threads may fill it at once: with the same bytes.
    const isFilled = new Int32Array(buffer, base, 1);
    if (Atomics.load(isFilled, 0) === 0) {
      fill(new Uint8Array(buffer, base + TABLE_START, this.top - TABLE_START));
      Atomics.store(isFilled, 0, 1);
    }
    this.fill = null;
  }

  /** Forget the copy in which the kernel computes, if the segment is in plain memory. Call it between queries. @returns it */
  dropWorking(): WebAssembly.Memory | null {
    const { working } = this;
    if (!isPlain(this.shared)) return null;
    this.working = null;
    this.instance = null;
    const { buffer, byteOffset } = sharedBytesOf(this.shared);
    this.buffer = buffer;
    this.base = byteOffset;
    return working;
  }

  /**
   * Allocate bytes for the table, 64-byte aligned. There is no call to free a single allocation.
   * @throws OutOfMemory beyond `tableBytes`
   */
  allocate(bytes: number): Pointer {
    const pointer = this.top;
    const top = pointer + roundUp(bytes);
    if (top > TABLE_START + roundUp(this.tableBytes)) throw new OutOfMemory(bytes);
    this.top = top;
    return pointer;
  }

  /** The kernel on this memory, made on first use: on a site with many datasets most memories need none. */
  get exports(): KernelExports {
    return (this.instance ??= this.kernel.instantiate(this.memory));
  }

  get constants(): KernelConstants {
    return this.kernel.constants;
  }

  /** All allocated bytes, from `TABLE_START` on. */
  get contents(): Uint8Array<SharedArrayBuffer> {
    return this.u8(TABLE_START, this.top - TABLE_START);
  }

  /**
   * Return a view of the memory, valid until its last holder releases it. `length` is in items, also in the views
   * below.
   */
  u8(pointer: Pointer, length: number): Uint8Array<SharedArrayBuffer> {
    if (this.fill) this.fillNow();
    return new Uint8Array(this.buffer, this.base + pointer, length);
  }

  u16(pointer: Pointer, length: number): Uint16Array<SharedArrayBuffer> {
    if (this.fill) this.fillNow();
    return new Uint16Array(this.buffer, this.base + pointer, length);
  }

  u32(pointer: Pointer, length: number): Uint32Array<SharedArrayBuffer> {
    if (this.fill) this.fillNow();
    return new Uint32Array(this.buffer, this.base + pointer, length);
  }

  i32(pointer: Pointer, length: number): Int32Array<SharedArrayBuffer> {
    if (this.fill) this.fillNow();
    return new Int32Array(this.buffer, this.base + pointer, length);
  }

  i64(pointer: Pointer, length: number): BigInt64Array<SharedArrayBuffer> {
    if (this.fill) this.fillNow();
    return new BigInt64Array(this.buffer, this.base + pointer, length);
  }

  f64(pointer: Pointer, length: number): Float64Array<SharedArrayBuffer> {
    if (this.fill) this.fillNow();
    return new Float64Array(this.buffer, this.base + pointer, length);
  }

  /** Add a holder. Code that reads across an `await` must hold the memory meanwhile. */
  retain(): void {
    if (this.holders === 0) throw new Error("This memory was released");
    this.holders++;
  }

  /** Remove a holder. After the last one the memory is reused or freed, and its views must not be used. */
  release(): void {
    if (this.holders === 0) throw new Error("This memory was released");
    if (--this.holders === 0) this.whenReleased(this);
  }

  get released(): boolean {
    return this.holders === 0;
  }

  /** Bytes of the whole memory, scratch included, when this thread last looked: other threads may make it grow. */
  get byteLength(): number {
    return this.working ? this.buffer.byteLength : sharedBytesOf(this.shared).length;
  }

  /** Bytes of the table and of this kernel's part of the scratch. */
  get ownBytes(): number {
    const table = scratchStart(this.tableBytes);
    const copied = this.working && this.working !== this.shared ? sharedBytesOf(this.shared).length : 0;
    const scratch = this.byteLength - table - this.lane.offset;
    return copied + Math.min(this.byteLength, table) + Math.max(0, Math.min(scratch, this.lane.bytes));
  }

  /** Notice that another thread has made the memory grow. */
  refresh(): void {
    this.buffer = this.memory.buffer as SharedArrayBuffer;
  }

  /** Pointer to the scratch memory. */
  get scratchStart(): Pointer {
    return this.scratch;
  }

  /** Maximum bytes of scratch. */
  get scratchBytes(): number {
    return this.lane.bytes;
  }

  /** Add pages at the end. Nothing moves, so existing views stay valid. */
  grow(pages: number): void {
    this.memory.grow(pages);
    this.buffer = this.memory.buffer as SharedArrayBuffer;
  }

  /** False if what follows the scratch belongs to another thread. */
  get canAbandonScratch(): boolean {
    return this.lane.bytes === Infinity;
  }

  /** Move the scratch to the memory's end, because a lost thread may still write to the current one. */
  abandonScratch(): void {
    this.scratch = this.byteLength;
  }
}

/** Return the pointer to the scratch memory after a table; 64-byte aligned. */
export function scratchStart(tableBytes: number): Pointer {
  return TABLE_START + roundUp(tableBytes) + OVERREAD;
}

/** Round bytes up to a multiple of 64. */
export function roundUp(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
