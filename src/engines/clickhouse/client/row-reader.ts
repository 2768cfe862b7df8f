import { MISSING_BYTE } from "./missing-text.js";

/** Types of columns that are read: all have a fixed number of bytes, except texts, which are a `String`. */
export type BinaryType = "UInt32" | "UInt64" | "Float32" | "Id" | "Int64" | "Int128" | "Int256" | "Text";

const BYTES: Readonly<Record<BinaryType, number>> = {
  UInt32: 4,
  UInt64: 8,
  Float32: 4,
  Id: 20,
  Int64: 8,
  Int128: 16,
  Int256: 32,
  Text: 0,
};

/** Read rows in RowBinary from chunks of any size. */
export class RowReader {
  readonly #types: readonly BinaryType[];
  readonly #offsets: readonly number[];
  readonly #width: number;
  readonly #hasTexts: boolean;
  #rest: Buffer = Buffer.alloc(0);

  constructor(types: readonly BinaryType[]) {
    let width = 0;
    this.#offsets = types.map((type) => (width += BYTES[type]) - BYTES[type]);
    this.#types = types;
    this.#width = width;
    this.#hasTexts = types.includes("Text");
  }

  /** Add a chunk and return the rows that are complete. */
  read(chunk: Buffer): RowBlock {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    if (this.#hasTexts) {
      const { starts, end } = findColumns(bytes, this.#types);
      this.#rest = bytes.subarray(end);
      const columns = this.#types.length;
      return new RowBlock(
        bytes,
        starts.length / columns,
        this.#types,
        (row, column) => starts[row * columns + column]!,
      );
    }
    const [width, offsets] = [this.#width, this.#offsets];
    const length = Math.floor(bytes.length / width);
    this.#rest = bytes.subarray(length * width);
    return new RowBlock(bytes, length, this.#types, (row, column) => row * width + offsets[column]!);
  }

  /** Check that no part of a row is left. @throws if the result was cut short */
  end(): void {
    if (this.#rest.length > 0) throw new RangeError("The result ends within a row");
  }
}

/** Some rows. */
export class RowBlock {
  constructor(
    readonly bytes: Buffer,
    readonly length: number,
    readonly types: readonly BinaryType[],
    /** Return the first byte of a column of a row. */
    readonly startOf: (row: number, column: number) => number,
  ) {}

  /** Return a number; of `UInt64` a safe integer. */
  number(row: number, column: number): number {
    const at = this.startOf(row, column);
    const type = this.types[column]!;
    if (type === "Float32") return this.bytes.readFloatLE(at);
    const lower = this.bytes.readUInt32LE(at);
    return type === "UInt64" ? lower + this.bytes.readUInt32LE(at + 4) * 2 ** 32 : lower;
  }

  /** Return 40 hexadecimal digits. */
  id(row: number, column: number): string {
    const at = this.startOf(row, column);
    return this.bytes.toString("hex", at, at + 20);
  }

  /** Return the number of 64-bit words of the integers of a column. */
  integerWords(column: number): number {
    return BYTES[this.types[column]!] / 8;
  }

  integer(row: number, column: number): bigint {
    const at = this.startOf(row, column);
    const words = this.integerWords(column);
    let value = this.bytes.readBigInt64LE(at + (words - 1) * 8);
    for (let word = words - 2; word >= 0; word--) {
      value = (value << 64n) | this.bytes.readBigUInt64LE(at + word * 8);
    }
    return value;
  }

  /** Return a text; `null` for a missing one. */
  text(row: number, column: number): string | null {
    const { start, size } = readSize(this.bytes, this.startOf(row, column));
    if (size === 1 && this.bytes[start] === MISSING_BYTE) return null;
    return this.bytes.toString("utf8", start, start + size);
  }
}

/** Find where the columns of all complete rows begin, and the end of the last one. */
function findColumns(
  bytes: Buffer,
  types: readonly BinaryType[],
): { readonly starts: readonly number[]; readonly end: number } {
  const starts: number[] = [];
  let end = 0;
  while (end < bytes.length) {
    const row = starts.length;
    let at = end;
    for (const type of types) {
      starts.push(at);
      if (type !== "Text") at += BYTES[type];
      else {
        const { start, size } = readSize(bytes, at);
        at = start + size;
      }
    }
    // Beyond the end, sizes are not numbers.
    if (!(at <= bytes.length)) {
      starts.length = row;
      break;
    }
    end = at;
  }
  return { starts, end };
}

/** Read the size of a text: seven bits in each byte, the lowest first. */
function readSize(bytes: Buffer, at: number): { readonly start: number; readonly size: number } {
  let [size, factor, start] = [0, 1, at];
  for (;;) {
    const byte = bytes[start++] ?? NaN;
    size += (byte % 128) * factor;
    if (!(byte >= 128)) return { start, size };
    factor *= 128;
  }
}
