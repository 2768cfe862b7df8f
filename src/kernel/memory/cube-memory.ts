import type { Pointer } from "./pointer.js";
import { OutOfMemory } from "./errors.js";
import type { KernelExports } from "./exports.js";
import type { MemoryLimit } from "./memory-limit.js";

export const PAGE_BYTES = 65_536;
/** The last page of 4 GiB stays unused: the end of an area there would be 2^32, which is 0. */
export const MOST_PAGES = 65_535;
const ALIGNMENT = 64;
/** Where the first allocation begins. */
export const TABLE_START: Pointer = ALIGNMENT;
/** Kernels read whole blocks: up to 63 items beyond a column's end. */
export const OVERREAD = 512;

/**
 * One shared WebAssembly memory that holds a table segment. It is made at the segment's final size; what queries need
 * lies beyond the table. Made by `Kernel.newMemory`, with one holder. The bytes are zero until written.
 *
 *   memory ─► | 64 bytes, so that 0 is no pointer | table: tableBytes | scratch, grows … |
 */
export class CubeMemory {
  private top = TABLE_START;
  private holders = 1;
  private scratch: Pointer;
  /** Asking the memory for it takes longer than most of what queries do with it. */
  private buffer: SharedArrayBuffer;

  constructor(
    /** What workers know it by. */
    readonly id: number,
    readonly memory: WebAssembly.Memory,
    readonly exports: KernelExports,
    /** The table may allocate this many bytes in all, every allocation rounded up to a multiple of 64. */
    readonly tableBytes: number,
    /** What queries may make it grow to. */
    readonly limit: MemoryLimit,
    private readonly whenReleased: (memory: CubeMemory) => void,
  ) {
    this.scratch = scratchStart(tableBytes);
    this.buffer = memory.buffer as SharedArrayBuffer;
  }

  /**
   * Reserve bytes of the table, 64-byte aligned; never given back singly.
   * @throws OutOfMemory beyond `tableBytes`
   */
  allocate(bytes: number): Pointer {
    const pointer = this.top;
    const top = pointer + roundUp(bytes);
    if (top > TABLE_START + roundUp(this.tableBytes)) throw new OutOfMemory(bytes);
    this.top = top;
    return pointer;
  }

  /** Everything that is allocated, from `TABLE_START` on. */
  get contents(): Uint8Array<SharedArrayBuffer> {
    return this.u8(TABLE_START, this.top - TABLE_START);
  }

  /** Views on the memory; they stay valid until the last holder has released it. Lengths are in items. */
  u8(pointer: Pointer, length: number): Uint8Array<SharedArrayBuffer> {
    return new Uint8Array(this.buffer, pointer, length);
  }

  u16(pointer: Pointer, length: number): Uint16Array<SharedArrayBuffer> {
    return new Uint16Array(this.buffer, pointer, length);
  }

  u32(pointer: Pointer, length: number): Uint32Array<SharedArrayBuffer> {
    return new Uint32Array(this.buffer, pointer, length);
  }

  i32(pointer: Pointer, length: number): Int32Array<SharedArrayBuffer> {
    return new Int32Array(this.buffer, pointer, length);
  }

  i64(pointer: Pointer, length: number): BigInt64Array<SharedArrayBuffer> {
    return new BigInt64Array(this.buffer, pointer, length);
  }

  f64(pointer: Pointer, length: number): Float64Array<SharedArrayBuffer> {
    return new Float64Array(this.buffer, pointer, length);
  }

  /** One more holder: whoever reads across an `await` holds the memory meanwhile. */
  retain(): void {
    if (this.holders === 0) throw new Error("This memory was released");
    this.holders++;
  }

  /** One holder less. The last one gives the memory back: no view may be used after. */
  release(): void {
    if (this.holders === 0) throw new Error("This memory was released");
    if (--this.holders === 0) this.whenReleased(this);
  }

  get released(): boolean {
    return this.holders === 0;
  }

  /** Bytes of the whole memory, scratch included. */
  get byteLength(): number {
    return this.buffer.byteLength;
  }

  /** Where queries may write. */
  get scratchStart(): Pointer {
    return this.scratch;
  }

  /** Add pages at the end. Nothing moves: views that were made before stay valid. */
  grow(pages: number): void {
    this.memory.grow(pages);
    this.buffer = this.memory.buffer as SharedArrayBuffer;
  }

  /** Leave the scratch to a thread that was lost and begin another behind it. */
  abandonScratch(): void {
    this.scratch = this.byteLength;
  }
}

/** First byte after a table, 64-byte aligned. */
export function scratchStart(tableBytes: number): Pointer {
  return TABLE_START + roundUp(tableBytes) + OVERREAD;
}

export function roundUp(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
