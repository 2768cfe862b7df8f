import type { TextOut } from "../../../calls/answer.js";
import { decimalText } from "../../../core/model/values/decimal.js";
import { putQuoted } from "./write-quoted.js";
import { DECIMAL_BYTES, MAX_DECIMALS, putDecimal } from "./write-decimal.js";

/**
 * Bytes that are allocated at once, for several texts: many small buffers would cause more garbage collections.
 * A text that is sent slowly keeps its whole block alive.
 */
const BLOCK = 128 * 1024;
/** Up to this many characters, a loop is faster than a native call. */
const SHORT = 64;
const NONE = Buffer.alloc(0);
/** Maximum of UTF-8 bytes of one UTF-16 code unit. */
const MAX_UNIT_BYTES = 3;

/**
 * A writer that encodes text as UTF-8, piece by piece, without the garbage of joined strings: their parts, their sum,
 * and one string of it to be encoded. Several texts use it, one after the other.
 *
 *   block: | texts that were taken | text that is written | free |
 *                                  begin                  end
 *
 * A long text is taken piece by piece, from two blocks, one after the other: blocks of its own for each piece would be garbage
 * outside the heap, for which V8 collects the whole heap again and again.
 */
export class Utf8Writer implements TextOut {
  readonly #full: number;
  #block = NONE;
  #begin = 0;
  #end = 0;
  /** The block of texts that were taken whole, and its end, while pieces are written to others. */
  #whole: { readonly block: Buffer<ArrayBuffer>; readonly end: number } | null = null;
  /** Blocks of pieces, which are written to one after the other. */
  readonly #pieceBlocks = [NONE, NONE];
  #pieceBlock = 0;

  /** @param full bytes from which on `isFull` returns true; more can still be written */
  constructor(full: number) {
    this.#full = full;
  }

  isFull(): boolean {
    return this.#end - this.#begin >= this.#full;
  }

  /** Write text. A lone surrogate becomes a replacement character. */
  write(text: string): void {
    this.#reserve(text.length * MAX_UNIT_BYTES);
    if (text.length > SHORT || !this.#writeAscii(text)) {
      this.#end += this.#block.write(text, this.#end);
    }
  }

  writePhrase(phrase: Buffer): void {
    const { length } = phrase;
    this.#reserve(length);
    if (length > SHORT) this.#block.set(phrase, this.#end);
    else for (let at = 0; at < length; at++) this.#block[this.#end + at] = phrase[at]!;
    this.#end += length;
  }

  writeQuoted(text: string): void {
    this.#reserve(text.length * MAX_UNIT_BYTES + 2);
    const end = putQuoted(this.#block, this.#end, text);
    if (end < 0) this.write(JSON.stringify(text));
    else this.#end = end;
  }

  writeDecimal(unscaled: number | bigint, scale: number): void {
    if (typeof unscaled === "bigint" || scale > MAX_DECIMALS) {
      return this.write(decimalText({ unscaled: BigInt(unscaled), scale }));
    }
    this.#reserve(DECIMAL_BYTES);
    this.#end = putDecimal(this.#block, this.#end, unscaled, scale);
  }

  /**
   * Return the text written so far and begin a new one. The bytes are never overwritten; they share a block with
   * others.
   */
  take(): Buffer {
    const taken = this.#block.subarray(this.#begin, this.#end);
    this.#begin = this.#end;
    // Using the rest of a long text's block would keep the whole block alive.
    if (this.#block.length > BLOCK) this.#replaceBlock(NONE);
    return taken;
  }

  /** True while a text is taken piece by piece. */
  get isInPieces(): boolean {
    return this.#whole !== null;
  }

  /** Return a piece of the text, and go on with the next. The bytes last until the next piece but one is written. */
  takePiece(): Buffer {
    const piece = this.#block.subarray(this.#begin, this.#end);
    // Longer blocks are not kept.
    const kept = this.#block.length > BLOCK ? NONE : this.#block;
    if (this.#whole) this.#pieceBlocks[this.#pieceBlock] = kept;
    else this.#whole = { block: kept, end: kept === NONE ? 0 : this.#end };
    this.#pieceBlock = 1 - this.#pieceBlock;
    this.#block = this.#pieceBlocks[this.#pieceBlock]!;
    this.#begin = this.#end = 0;
    return piece;
  }

  /** Discard the text that was not taken, and begin a new one. */
  clear(): void {
    if (this.#whole) {
      ({ block: this.#block, end: this.#begin } = this.#whole);
      this.#whole = null;
    }
    this.#end = this.#begin;
  }

  /** Write a text if it is ASCII. @returns false if it is not; then nothing is written */
  #writeAscii(text: string): boolean {
    const bytes = this.#block;
    let at = this.#end;
    for (let char = 0; char < text.length; char++) {
      const code = text.charCodeAt(char);
      if (code > 0x7f) return false;
      bytes[at++] = code;
    }
    this.#end = at;
    return true;
  }

  /** Make space for more bytes. */
  #reserve(bytes: number): void {
    if (this.#end + bytes <= this.#block.length) return;
    const least = this.#end - this.#begin + bytes;
    this.#replaceBlock(Buffer.allocUnsafeSlow(least <= BLOCK ? BLOCK : 2 * least));
  }

  /** Move the present text to another block. */
  #replaceBlock(block: Buffer<ArrayBuffer>): void {
    this.#end = this.#block.copy(block, 0, this.#begin, this.#end);
    this.#begin = 0;
    this.#block = block;
  }
}
