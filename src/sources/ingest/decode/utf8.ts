import { isUtf8 } from "node:buffer";

/** A signal to the caller, never shown: the bytes are not UTF-8, so the source must be read in another encoding. */
export class NotUtf8 extends Error {
  /** Offset of the first wrong byte in the unpacked bytes. */
  readonly offset: number;
  /** Number of the row with the wrong byte; `null` for the header. */
  readonly row: number | null;

  constructor(offset: number, row: number | null = null) {
    super(`Byte ${offset} is not UTF-8`);
    this.name = "NotUtf8";
    this.offset = offset;
    this.row = row;
  }

  inRow(row: number): NotUtf8 {
    return new NotUtf8(this.offset, row);
  }
}

/**
 * Pass on bytes that are valid UTF-8, cut between characters.
 * @param chunks each may be overwritten once the next is asked for, as may those that are passed on
 * @param offset of the first chunk in the source
 * @throws NotUtf8 after all text before the first wrong byte has been passed on
 */
export async function* checkUtf8(chunks: AsyncIterable<Buffer>, offset: number): AsyncGenerator<Buffer> {
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = tail.length === 0 ? chunk : Buffer.concat([tail, chunk]);
    const whole = wholeLength(bytes);
    if (!isUtf8(bytes.subarray(0, whole))) {
      const valid = validLength(bytes);
      yield standIn(bytes.subarray(0, valid));
      throw new NotUtf8(offset + valid);
    }
    yield bytes.subarray(0, whole);
    tail = Buffer.from(bytes.subarray(whole));
    offset += whole;
  }
  if (tail.length === 0) return;
  yield standIn(Buffer.alloc(0));
  throw new NotUtf8(offset);
}

/**
 * Append blanks in place of the wrong bytes: the parser looks a few bytes ahead before it ends a record, and every
 * record before the wrong byte must be counted.
 */
function standIn(valid: Buffer): Buffer {
  return Buffer.concat([valid, Buffer.from("        ")]);
}

/** Return the length without an incomplete character at the end. */
function wholeLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) break;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}

/** Return the number of bytes before the first that is not UTF-8, by binary search. */
function validLength(bytes: Buffer): number {
  let valid = 0;
  let wrong = bytes.length;
  while (wrong - valid > 1) {
    const middle = (valid + wrong) >>> 1;
    if (isUtf8(bytes.subarray(0, wholeLength(bytes.subarray(0, middle))))) valid = middle;
    else wrong = middle;
  }
  return wholeLength(bytes.subarray(0, valid));
}
