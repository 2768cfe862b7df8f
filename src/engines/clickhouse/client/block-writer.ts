import { RowWriter } from "./row-writer.js";

/** Bytes of an id. */
const ID_BYTES = 20;
/** Words of 32 bits of an `Int256`. */
const INT256_WORDS = 8;

/** Blocks of columns in the format Native, for an insert. Of each block, all columns are written in their order. */
export class BlockWriter {
  readonly #writer: RowWriter;
  /** Words of a column before they are written. */
  #words = new Uint32Array(0);

  /** @param bytes that are expected between two calls of `take`: memory that is not written takes none */
  constructor(bytes: number) {
    this.#writer = new RowWriter(bytes);
  }

  /** Number of bytes so far. */
  get length(): number {
    return this.#writer.length;
  }

  /** Return the blocks so far and begin anew; the bytes are the caller's. */
  take(): Uint8Array {
    return this.#writer.take();
  }

  /** Write into the memory of blocks that were taken, and are needed no more. */
  reuse(blocks: Uint8Array): void {
    this.#writer.reuse(blocks);
  }

  /** Begin a block. */
  begin(columns: number, rows: number): void {
    this.#writer.size(columns);
    this.#writer.size(rows);
  }

  /** Begin a column. @returns what writes texts of a column `String`, one after the other */
  column(name: string, type: string): RowWriter {
    this.#writer.text(name);
    this.#writer.text(type);
    return this.#writer;
  }

  /** Write a column `UInt16` or `UInt32`. @param valueOf returns the value of a row */
  integers(bits: 16 | 32, rows: Uint32Array, valueOf: (row: number) => number): void {
    const words = this.#reserve(rows.length);
    const values = bits === 32 ? words : new Uint16Array(words.buffer);
    for (let at = 0; at < rows.length; at++) values[at] = valueOf(rows[at]!);
    this.#put((rows.length * bits) / 8);
  }

  /** Write a column `UInt64`. @param valueOf returns the value of a row: a safe integer */
  uint64s(rows: Uint32Array, valueOf: (row: number) => number): void {
    const words = this.#reserve(rows.length * 2);
    for (let at = 0; at < rows.length; at++) {
      const value = valueOf(rows[at]!);
      words[at * 2] = value % 2 ** 32;
      words[at * 2 + 1] = Math.floor(value / 2 ** 32);
    }
    this.#put(rows.length * 8);
  }

  /** Write a column `Int256`. @param valueOf returns the value of a row: a bigint, or a safe integer */
  int256s(rows: Uint32Array, valueOf: (row: number) => number | bigint): void {
    const words = this.#reserve(rows.length * INT256_WORDS);
    for (let at = 0; at < rows.length; at++) {
      const value = valueOf(rows[at]!);
      const first = at * INT256_WORDS;
      if (typeof value === "bigint") {
        for (let word = 0; word < INT256_WORDS; word++) {
          words[first + word] = Number(BigInt.asUintN(32, value >> BigInt(word * 32)));
        }
        continue;
      }
      const upper = Math.floor(value / 2 ** 32);
      words[first] = value - upper * 2 ** 32;
      words[first + 1] = upper;
      words.fill(value < 0 ? 0xffff_ffff : 0, first + 2, first + INT256_WORDS);
    }
    this.#put(rows.length * INT256_WORDS * 4);
  }

  /** Write a column `FixedString(20)`. @param ids 20 bytes for each row */
  ids(rows: Uint32Array, ids: Uint8Array): void {
    const bytes = new Uint8Array(this.#reserve((rows.length * ID_BYTES) / 4).buffer);
    for (let at = 0; at < rows.length; at++) {
      const from = rows[at]! * ID_BYTES;
      for (let byte = 0; byte < ID_BYTES; byte++) bytes[at * ID_BYTES + byte] = ids[from + byte]!;
    }
    this.#put(rows.length * ID_BYTES);
  }

  /** Write a column `Array(String)`. */
  lists(rows: Uint32Array, listOf: (row: number) => readonly string[]): void {
    let end = 0;
    this.uint64s(rows, (row) => (end += listOf(row).length));
    for (const row of rows) for (const text of listOf(row)) this.#writer.text(text);
  }

  #reserve(words: number): Uint32Array {
    if (this.#words.length < words) this.#words = new Uint32Array(words);
    return this.#words;
  }

  #put(bytes: number): void {
    this.#writer.bytes(new Uint8Array(this.#words.buffer, 0, bytes));
  }
}
