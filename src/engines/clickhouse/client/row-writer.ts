import { MISSING_BYTE } from "./missing-text.js";

/** Length of a text that is written by character. Its size takes a byte. */
const SHORT = 64;

/** Rows in RowBinary, for an insert. */
export class RowWriter {
  #buffer: Buffer;
  #length = 0;

  constructor(bytes = 1 << 16) {
    this.#buffer = Buffer.allocUnsafe(bytes);
  }

  get length(): number {
    return this.#length;
  }

  /** Return the bytes so far and begin anew; the bytes are the caller's. */
  take(): Uint8Array {
    const taken = this.#buffer.subarray(0, this.#length);
    this.#buffer = Buffer.allocUnsafe(this.#buffer.length);
    this.#length = 0;
    return taken;
  }

  uint16(value: number): void {
    this.#reserve(2);
    this.#length = this.#buffer.writeUInt16LE(value, this.#length);
  }

  uint32(value: number): void {
    this.#reserve(4);
    this.#length = this.#buffer.writeUInt32LE(value, this.#length);
  }

  /** @param value a safe integer */
  uint64(value: number): void {
    this.#reserve(8);
    this.#buffer.writeUInt32LE(value % 2 ** 32, this.#length);
    this.#length = this.#buffer.writeUInt32LE(Math.floor(value / 2 ** 32), this.#length + 4);
  }

  /** @param hex 40 digits, written as 20 bytes */
  id(hex: string): void {
    this.#reserve(20);
    if (this.#buffer.write(hex, this.#length, 20, "hex") !== 20) throw new RangeError(`${hex} is not an id`);
    this.#length += 20;
  }

  /** @param value a bigint, or a safe integer */
  int256(value: number | bigint): void {
    this.#reserve(32);
    if (typeof value === "bigint") {
      for (let part = 0n; part < 4n; part++) {
        this.#length = this.#buffer.writeBigInt64LE(BigInt.asIntN(64, value >> (part * 64n)), this.#length);
      }
      return;
    }
    const upper = Math.floor(value / 2 ** 32);
    this.#buffer.writeUInt32LE(value - upper * 2 ** 32, this.#length);
    this.#buffer.writeInt32LE(upper, this.#length + 4);
    this.#buffer.fill(value < 0 ? 0xff : 0, this.#length + 8, this.#length + 32);
    this.#length += 32;
  }

  /** @param text in well-formed Unicode; `null` for a missing one */
  text(text: string | null): void {
    if (text !== null && this.#shortText(text)) return;
    const size = text === null ? 1 : Buffer.byteLength(text);
    this.#size(size);
    this.#reserve(size);
    if (text === null) this.#buffer[this.#length] = MISSING_BYTE;
    else this.#buffer.write(text, this.#length);
    this.#length += size;
  }

  /** Write an array of texts. */
  texts(texts: readonly string[]): void {
    this.#size(texts.length);
    for (const text of texts) this.text(text);
  }

  /** Write a text if it is short and has ASCII characters only: that takes fewer calls. @returns false if it is not */
  #shortText(text: string): boolean {
    const { length } = text;
    if (length > SHORT) return false;
    this.#reserve(length + 1);
    let at = this.#length;
    this.#buffer[at++] = length;
    for (let unit = 0; unit < length; unit++) {
      const code = text.charCodeAt(unit);
      if (code > 0x7f) return false;
      this.#buffer[at++] = code;
    }
    this.#length = at;
    return true;
  }

  /** Write the size of a text or an array: seven bits in each byte, the lowest first. */
  #size(size: number): void {
    this.#reserve(8);
    let left = size;
    for (; left >= 128; left = Math.floor(left / 128)) this.#buffer[this.#length++] = 128 + (left % 128);
    this.#buffer[this.#length++] = left;
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#length + bytes));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}

/** Write numbers as rows of one column `UInt32`. */
export function packRows(numbers: Iterable<number>): Uint8Array {
  const column = Uint32Array.from(numbers);
  return new Uint8Array(column.buffer);
}

/** Write texts as rows of one column `String`. */
export function packTexts(texts: Iterable<string>): Uint8Array {
  const writer = new RowWriter();
  for (const text of texts) writer.text(text);
  return writer.take();
}
