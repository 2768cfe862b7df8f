/** Byte offset in one memory, 0 … 2^32 - 1. */
export type Pointer = number;

/**
 * One shared WebAssembly memory that holds a table segment. It is made at the segment's final size; what queries need
 * lies beyond the table. Made by `Kernel.newMemory`, with one holder. The bytes are zero until written.
 */
export class CubeMemory {
  /** The table may allocate this many bytes in all, every allocation rounded up to a multiple of 64. */
  readonly tableBytes: number = 0;

  /**
   * Reserve bytes of the table, 64-byte aligned; never given back singly.
   * @throws OutOfMemory beyond `tableBytes`
   */
  allocate(_bytes: number): Pointer {
    throw new Error("unfinished");
  }

  /** Views on the memory; they stay valid until the last holder has released it. Lengths are in items. */
  u8(_pointer: Pointer, _length: number): Uint8Array<SharedArrayBuffer> {
    throw new Error("unfinished");
  }
  u16(_pointer: Pointer, _length: number): Uint16Array<SharedArrayBuffer> {
    throw new Error("unfinished");
  }
  u32(_pointer: Pointer, _length: number): Uint32Array<SharedArrayBuffer> {
    throw new Error("unfinished");
  }
  i32(_pointer: Pointer, _length: number): Int32Array<SharedArrayBuffer> {
    throw new Error("unfinished");
  }
  i64(_pointer: Pointer, _length: number): BigInt64Array<SharedArrayBuffer> {
    throw new Error("unfinished");
  }
  f64(_pointer: Pointer, _length: number): Float64Array<SharedArrayBuffer> {
    throw new Error("unfinished");
  }

  /** One more holder: whoever reads across an `await` holds the memory meanwhile. */
  retain(): void {
    throw new Error("unfinished");
  }

  /** One holder less. The last one gives the memory back: no view may be used after. */
  release(): void {
    throw new Error("unfinished");
  }
}
