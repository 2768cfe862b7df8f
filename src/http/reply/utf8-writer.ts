import type { TextOut } from "../../api/answer.js";
import { decimalText } from "../../model/values/decimal.js";
import { DECIMAL_BYTES, MOST_DECIMALS, putDecimal } from "./write-decimal.js";

/**
 * Bytes that are allocated at once, for several texts: V8 collects old memory the sooner the more buffers there are.
 * A text that is sent slowly keeps this much alive.
 */
const BLOCK = 128 * 1024;
/** Up to so many characters a loop is faster than a call out of JavaScript. */
const SHORT = 64;
/** Bytes that a code unit takes at most. */
const MOST_BYTES = 3;

/**
 * A writer that encodes text as UTF-8, piece by piece, without the garbage of joined strings: their parts, their sum, and
 * one string of it to be encoded. Texts are written one after the other.
 *
 *   block: | texts that were taken | text that is written | free |
 *                                  begin                  end
 */
export class Utf8Writer implements TextOut {
  readonly #full: number;
  #block = Buffer.alloc(0);
  #begin = 0;
  #end = 0;

  /** @param full bytes from which on it is full; it takes more, too */
  constructor(full: number) {
    this.#full = full;
  }

  isFull(): boolean {
    return this.#end - this.#begin >= this.#full;
  }

  /** A half of a surrogate pair becomes a replacement character. */
  write(text: string): void {
    this.#leave(text.length * MOST_BYTES);
    if (text.length > SHORT || !this.#writeAscii(text)) {
      this.#end += this.#block.write(text, this.#end);
    }
  }

  writePhrase(phrase: Buffer): void {
    this.#leave(phrase.length);
    this.#block.set(phrase, this.#end);
    this.#end += phrase.length;
  }

  writeDecimal(unscaled: number | bigint, scale: number): void {
    if (typeof unscaled === "bigint" || scale > MOST_DECIMALS) {
      return this.write(decimalText({ unscaled: BigInt(unscaled), scale }));
    }
    this.#leave(DECIMAL_BYTES);
    this.#end = putDecimal(this.#block, this.#end, unscaled, scale);
  }

  /** Take what was written, and begin a new text. The bytes are never written again; they share a block with others. */
  take(): Buffer {
    const taken = this.#block.subarray(this.#begin, this.#end);
    this.#begin = this.#end;
    // What is left of a block that was made for a long text would keep all of it alive.
    if (this.#block.length > BLOCK) this.#replaceBlock(Buffer.alloc(0));
    return taken;
  }

  /** Go on in another block. */
  detach(): void {
    this.#replaceBlock(Buffer.alloc(0));
  }

  /** Forget what was written. */
  clear(): void {
    this.#end = this.#begin;
  }

  /** @returns whether the text is ASCII; if not, nothing is written */
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

  /** Make room for so many bytes. */
  #leave(bytes: number): void {
    if (this.#end + bytes <= this.#block.length) return;
    const least = this.#end - this.#begin + bytes;
    this.#replaceBlock(Buffer.allocUnsafeSlow(least <= BLOCK ? BLOCK : 2 * least));
  }

  /** Go on in another block. */
  #replaceBlock(block: Buffer<ArrayBuffer>): void {
    this.#end = this.#block.copy(block, 0, this.#begin, this.#end);
    this.#begin = 0;
    this.#block = block;
  }
}
