import type { TextOut } from "../../api/answer.js";
import { decimalText } from "../../model/values/decimal.js";
import { DECIMAL_BYTES, MOST_DECIMALS, putDecimal } from "./write-decimal.js";

/** Bytes to begin with. */
const LEAST = 64 * 1024;
/** More is not kept: neither what one long text took, nor what many slow readers waited for. */
const MOST_SPARE = 1024 * 1024;
/** Up to so many characters a loop is faster than a call out of JavaScript. */
const SHORT = 64;
/** Bytes that a code unit takes at most. */
const MOST_BYTES = 3;

/** Bytes that one text after the other is written to. */
export class SpareBytes {
  readonly #spares: Buffer[] = [];
  #length = 0;

  /** Nobody else has them until they are given back. */
  take(): Buffer {
    const spare = this.#spares.pop();
    if (spare) this.#length -= spare.length;
    return spare ?? Buffer.allocUnsafeSlow(LEAST);
  }

  release(bytes: Buffer): void {
    if (this.#length + bytes.length > MOST_SPARE) return;
    this.#spares.push(bytes);
    this.#length += bytes.length;
  }
}

/**
 * Text as UTF-8, piece by piece. What is written leaves nothing behind for the collection of garbage, as joined strings
 * do: their parts, their sum, and one string of it to be encoded.
 */
export class Utf8Writer implements TextOut {
  readonly #full: number;
  readonly #spare: SpareBytes;
  #bytes: Buffer;
  #length = 0;

  /** @param full bytes from which on it is full; it takes more, too */
  constructor(full: number, spare: SpareBytes) {
    this.#full = full;
    this.#spare = spare;
    this.#bytes = spare.take();
  }

  isFull(): boolean {
    return this.#length >= this.#full;
  }

  /** A half of a surrogate pair becomes a replacement character. */
  write(text: string): void {
    this.#leave(text.length * MOST_BYTES);
    if (text.length > SHORT || !this.#writeAscii(text)) {
      this.#length += this.#bytes.write(text, this.#length);
    }
  }

  writePhrase(phrase: Buffer): void {
    this.#leave(phrase.length);
    this.#bytes.set(phrase, this.#length);
    this.#length += phrase.length;
  }

  writeDecimal(unscaled: number | bigint, scale: number): void {
    if (typeof unscaled === "bigint" || scale > MOST_DECIMALS) {
      return this.write(decimalText({ unscaled: BigInt(unscaled), scale }));
    }
    this.#leave(DECIMAL_BYTES);
    this.#length = putDecimal(this.#bytes, this.#length, unscaled, scale);
  }

  /** What was written, and begin anew. */
  take(): Buffer {
    const taken = Buffer.allocUnsafeSlow(this.#length);
    this.#bytes.copy(taken, 0, 0, this.#length);
    this.#length = 0;
    return taken;
  }

  /** What was written, where it is: as it is until this is closed. */
  lend(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** To be called once nothing more is written, or read of what was lent. */
  close(): void {
    this.#spare.release(this.#bytes);
    this.#bytes = Buffer.alloc(0);
  }

  /** Whether it is nothing else; if not, nothing is written. */
  #writeAscii(text: string): boolean {
    const bytes = this.#bytes;
    let at = this.#length;
    for (let char = 0; char < text.length; char++) {
      const code = text.charCodeAt(char);
      if (code > 0x7f) return false;
      bytes[at++] = code;
    }
    this.#length = at;
    return true;
  }

  /** Make room for so many bytes. */
  #leave(bytes: number): void {
    const most = this.#length + bytes;
    if (most <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(most, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
