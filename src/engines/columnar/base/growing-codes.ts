import { GrowingBytes } from "./growing-bytes.js";

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

  get(at: number): number {
    const bytes = this.#bytes;
    if (this.#width === 1) return bytes[at]!;
    const place = at * this.#width;
    const low = bytes[place]! | (bytes[place + 1]! << 8);
    return this.#width === 2 ? low : (low | (bytes[place + 2]! << 16) | (bytes[place + 3]! << 24)) >>> 0;
  }

  /** Set the code at an index. Indexes must first be set in ascending order, without gaps; then in any order. */
  set(at: number, code: number): void {
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
    for (let at = from; at < from + count; at++) max = Math.max(max, codes[at]!);
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
    this.#reserve(first + count, code);
    if (this.#width === 1) this.#bytes.fill(code, first, first + count);
    else for (let at = first; at < first + count; at++) this.set(at, code);
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
