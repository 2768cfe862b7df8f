import type { Value } from "../model/values/value.js";

/** Bits of an integer in one byte, and the bit that says that more follow. */
const [BITS, MORE] = [7, 0x80];
/** Integers from which on doubles would not be exact in all steps. */
const LARGE = 2 ** 45;
/** Kinds of values, as their first integer says; above it is the length of a text and `TEXT`. */
const [MISSING, NUMBER, TEXT] = [0, 1, 2];
const NUMBER_BYTES = 8;
const FIRST_BYTES = 1024;

/** Writes integers, numbers and texts one after the other, short ones in few bytes. */
export class ByteWriter {
  #buffer = Buffer.alloc(FIRST_BYTES);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Write a safe integer that is not negative. */
  integer(value: number): void {
    let rest = value;
    for (; rest >= MORE; rest = Math.floor(rest / MORE)) this.#byte((rest % MORE) | MORE);
    this.#byte(rest);
  }

  /** Write an integer of any size. */
  signed(value: bigint): void {
    let rest = value < 0n ? -value * 2n + 1n : value * 2n;
    for (; rest >= LARGE; rest >>= BigInt(BITS)) this.#byte(Number(BigInt.asUintN(BITS, rest)) | MORE);
    this.integer(Number(rest));
  }

  value(value: Value): void {
    if (value === null) return this.integer(MISSING);
    if (typeof value === "number") {
      this.integer(NUMBER);
      this.#reserve(NUMBER_BYTES);
      this.#length = this.#buffer.writeDoubleLE(value, this.#length);
      return;
    }
    const bytes = Buffer.byteLength(value);
    this.integer(TEXT + bytes);
    this.#reserve(bytes);
    this.#length += this.#buffer.write(value, this.#length);
  }

  #byte(byte: number): void {
    this.#reserve(1);
    this.#buffer[this.#length++] = byte;
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.alloc(Math.max(needed, this.#buffer.length * 2));
    larger.set(this.bytes);
    this.#buffer = larger;
  }
}

/** Reads what a `ByteWriter` wrote. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at: number;

  /** @param at where reading begins */
  constructor({ buffer, byteOffset, length }: Uint8Array, at: number) {
    this.#bytes = Buffer.from(buffer, byteOffset, length);
    this.#at = at;
  }

  /** Go on reading elsewhere. */
  seek(at: number): void {
    this.#at = at;
  }

  integer(): number {
    let [value, unit] = [0, 1];
    for (;;) {
      const byte = this.#bytes[this.#at++]!;
      // Nothing follows the end.
      if (!(byte >= MORE)) return value + byte * unit;
      value += (byte - MORE) * unit;
      unit *= MORE;
    }
  }

  /** Pass over an integer of any size. */
  skip(): void {
    while (this.#bytes[this.#at]! >= MORE) this.#at++;
    this.#at++;
  }

  signed(): bigint {
    const start = this.#at;
    this.skip();
    const end = this.#at;
    let rest: bigint;
    if ((end - start) * BITS <= Math.log2(LARGE) + BITS) {
      this.#at = start;
      rest = BigInt(this.integer());
    } else {
      rest = 0n;
      for (let at = end - 1; at >= start; at--) rest = (rest << BigInt(BITS)) | BigInt(this.#bytes[at]! % MORE);
    }
    const magnitude = rest >> 1n;
    return (rest & 1n) === 1n ? -magnitude : magnitude;
  }

  /** @param words lower-case ASCII; a text of ASCII alone that lacks one, letter case aside, is passed over as if it were missing */
  value(words: readonly Uint8Array[] = []): Value {
    const kind = this.integer();
    if (kind === MISSING) return null;
    const at = this.#at;
    if (kind === NUMBER) {
      this.#at += NUMBER_BYTES;
      return this.#bytes.readDoubleLE(at);
    }
    this.#at += kind - TEXT;
    for (const word of words) if (!mayHave(this.#bytes, at, this.#at, word)) return null;
    return this.#bytes.toString("utf8", at, this.#at);
  }

  /** Read as many items as an integer says. */
  list<Item>(read: () => Item): Item[] {
    const items: Item[] = [];
    for (let left = this.integer(); left > 0; left--) items.push(read());
    return items;
  }
}

/** The bit that tells lower-case letters of ASCII from upper-case ones. */
const LOWER = 0x20;

/** True if a range of UTF-8 has a word of lower-case ASCII in either case, or is not ASCII alone. */
function mayHave(bytes: Uint8Array, start: number, end: number, word: Uint8Array): boolean {
  const { length } = word;
  const first = word[0]!;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte > 0x7f) return true;
    if ((byte | LOWER) !== first || at + length > end) continue;
    let same = 1;
    while (same < length && (bytes[at + same]! | LOWER) === word[same]) same++;
    if (same === length) return true;
  }
  return false;
}
