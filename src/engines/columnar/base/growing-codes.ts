import { GrowingBytes } from "./growing-bytes.js";
import type { RowOrder } from "./row-order.js";

/** Bytes per code. */
export type CodeWidth = 1 | 2 | 4;

/** Return the bytes per code that codes from 0 to `size - 1` need. */
export function widthOf(size: number): CodeWidth {
  return size <= 2 ** 8 ? 1 : size <= 2 ** 16 ? 2 : 4;
}

/**
 * Growing array of unsigned 32-bit integers, for building a table. Each takes as many bytes as the largest one needs.
 * Codes are written byte by byte, because `set` is fast only if it always sees the same kind of typed array.
 */
export class GrowingCodes {
  readonly #memory = new GrowingBytes();
  #bytes = new Uint8Array(this.#memory.buffer);
  #length = 0;
  #width: CodeWidth = 1;
  /** Largest code that fits `#width`. */
  #max = 0xff;
  /** Largest code so far, as long as each code was new by one, or known; `NaN` since. */
  #last = -1;

  get(at: number): number {
    const bytes = this.#bytes;
    if (this.#width === 1) return bytes[at]!;
    const place = at * this.#width;
    const low = bytes[place]! | (bytes[place + 1]! << 8);
    return this.#width === 2 ? low : (low | (bytes[place + 2]! << 16) | (bytes[place + 3]! << 24)) >>> 0;
  }

  /** True if the codes are all those below `size`, numbered by their first occurrence, and none was replaced. */
  isNumbered(size: number): boolean {
    return this.#last + 1 === size;
  }

  /** Set the code at an index. Indexes must first be set in ascending order, without gaps; then in any order. */
  set(at: number, code: number): void {
    if (at < this.#length || code > this.#last + 1) this.#last = NaN;
    else if (code > this.#last) this.#last = code;
    this.#reserve(at + 1, code);
    const place = at * this.#width;
    const bytes = this.#bytes;
    bytes[place] = code;
    if (this.#width === 1) return;
    bytes[place + 1] = code >>> 8;
    if (this.#width === 2) return;
    bytes[place + 2] = code >>> 16;
    bytes[place + 3] = code >>> 24;
  }

  /** Set the codes from an index on, as `set` does. @param from place of the first in `codes` */
  setAll(first: number, codes: Uint32Array, from: number, count: number): void {
    let max = 0;
    let last = first < this.#length ? NaN : this.#last;
    for (let at = from; at < from + count; at++) {
      const code = codes[at]!;
      if (code > max) max = code;
      if (code > last) last = code === last + 1 ? code : NaN;
    }
    this.#last = last;
    this.#reserve(first + count, max);
    const bytes = this.#bytes;
    const width = this.#width;
    let place = first * width;
    for (let at = from; at < from + count; at++, place += width) {
      const code = codes[at]!;
      bytes[place] = code;
      if (width === 1) continue;
      bytes[place + 1] = code >>> 8;
      if (width === 2) continue;
      bytes[place + 2] = code >>> 16;
      bytes[place + 3] = code >>> 24;
    }
  }

  /** Set the same code from an index on, as `set` does. */
  fill(first: number, count: number, code: number): void {
    if (first < this.#length || code > this.#last + 1) this.#last = NaN;
    else if (code > this.#last) this.#last = code;
    this.#reserve(first + count, code);
    if (this.#width === 1) this.#bytes.fill(code, first, first + count);
    else for (let at = first; at < first + count; at++) this.set(at, code);
  }

  /**
   * Copy the codes of successive rows of a table. They are read in load order, which is faster than in that of the table.
   * @param first the first of these rows
   * @param numbers for each code its number; `null` to keep the codes
   */
  copyTo(
    to: Uint8Array | Uint16Array | Uint32Array,
    first: number,
    { rows, kept, ranks }: RowOrder,
    numbers: Uint32Array | null,
  ): void {
    const codes = this.#view();
    if (!kept && !ranks && !numbers) {
      to.set(codes.subarray(first, first + to.length));
      return;
    }
    for (let place = 0; place < rows; place++) {
      const at = (ranks ? ranks[place]! : place) - first;
      if (at < 0 || at >= to.length) continue;
      const code = codes[kept ? kept[place]! : place]!;
      to[at] = numbers ? numbers[code]! : code;
    }
  }

  #view(): Uint8Array | Uint16Array | Uint32Array {
    const { buffer } = this.#bytes;
    return this.#width === 1 ? this.#bytes : this.#width === 2 ? new Uint16Array(buffer) : new Uint32Array(buffer);
  }

  /** Remove all codes and release their bytes. */
  clear(): void {
    this.#memory.clear();
    this.#bytes = new Uint8Array(0);
    this.#length = 0;
  }

  /** Make room for codes. @param max the largest of them */
  #reserve(length: number, max: number): void {
    if (max > this.#max) this.#widen(widthOf(max + 1));
    if (length > this.#length) this.#grow(length);
  }

  #grow(length: number): void {
    this.#length = length;
    if (length * this.#width > this.#bytes.length) {
      this.#bytes = new Uint8Array(this.#memory.reserve(length * this.#width));
    }
  }

  /** Give every code more bytes. Works in place, so it starts at the last code. */
  #widen(width: CodeWidth): void {
    const codes = this.#length;
    const before = this.#width;
    const bytes = new Uint8Array(this.#memory.reserve(codes * width));
    for (let at = codes - 1; at >= 0; at--) {
      for (let byte = width - 1; byte >= 0; byte--) {
        bytes[at * width + byte] = byte < before ? bytes[at * before + byte]! : 0;
      }
    }
    this.#bytes = bytes;
    this.#width = width;
    this.#max = 2 ** (8 * width) - 1;
  }
}
