import { MISSING_BYTE } from "./missing-text.js";

/** Length of a text that is written by character. Its size takes a byte. */
const SHORT = 64;

/** Rows in RowBinary, for an insert. */
export class RowWriter {
  #buffer: Buffer;
  #length = 0;
  #spare: Buffer | null = null;

  constructor(bytes = 1 << 16) {
    this.#buffer = Buffer.allocUnsafe(bytes);
  }

  get length(): number {
    return this.#length;
  }

  /** Return the bytes so far and begin anew; the bytes are the caller's. */
  take(): Uint8Array {
    const taken = this.#buffer.subarray(0, this.#length);
    this.#buffer = this.#spare ?? Buffer.allocUnsafe(this.#buffer.length);
    this.#spare = null;
    this.#length = 0;
    return taken;
  }

  /** Write into the memory of bytes that were taken, and are needed no more: fresh memory takes longer to fill. */
  reuse({ buffer }: Uint8Array): void {
    this.#spare = Buffer.from(buffer as ArrayBuffer);
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

  /** @param text in well-formed Unicode; `null` for a missing one */
  text(text: string | null): void {
    if (text !== null && this.#shortText(text)) return;
    const size = text === null ? 1 : Buffer.byteLength(text);
    this.size(size);
    this.#reserve(size);
    if (text === null) this.#buffer[this.#length] = MISSING_BYTE;
    else this.#buffer.write(text, this.#length);
    this.#length += size;
  }

  /** Write a text that is given as UTF-8. @returns true if it has ASCII characters only */
  slice(bytes: Uint8Array, from: number, size: number): boolean {
    this.size(size);
    this.#reserve(size);
    let all = 0;
    for (let at = 0, to = this.#length; at < size; at++) {
      const byte = bytes[from + at]!;
      all |= byte;
      this.#buffer[to + at] = byte;
    }
    this.#length += size;
    return all < 0x80;
  }

  /** Write bytes as they are. */
  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Write an array of texts. */
  texts(texts: readonly string[]): void {
    this.size(texts.length);
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
  size(size: number): void {
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
