/** Types of columns that are read: all have a fixed number of bytes. */
export type BinaryType = "UInt32" | "UInt64" | "Float32" | "Id" | "Int64" | "Int128" | "Int256";

const BYTES: Readonly<Record<BinaryType, number>> = {
  UInt32: 4,
  UInt64: 8,
  Float32: 4,
  Id: 20,
  Int64: 8,
  Int128: 16,
  Int256: 32,
};

/** Read rows in RowBinary from chunks of any size. */
export class RowReader {
  readonly #types: readonly BinaryType[];
  readonly #offsets: readonly number[];
  readonly #width: number;
  #rest: Buffer = Buffer.alloc(0);

  constructor(types: readonly BinaryType[]) {
    let width = 0;
    this.#offsets = types.map((type) => (width += BYTES[type]) - BYTES[type]);
    this.#types = types;
    this.#width = width;
  }

  /** Add a chunk and return the rows that are complete. */
  read(chunk: Buffer): RowBlock {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    const length = Math.floor(bytes.length / this.#width);
    this.#rest = bytes.subarray(length * this.#width);
    return new RowBlock(bytes, length, this.#width, this.#types, this.#offsets);
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
    readonly width: number,
    readonly types: readonly BinaryType[],
    readonly offsets: readonly number[],
  ) {}

  /** Return a number; of `UInt64` a safe integer. */
  number(row: number, column: number): number {
    const at = row * this.width + this.offsets[column]!;
    const type = this.types[column]!;
    if (type === "Float32") return this.bytes.readFloatLE(at);
    const lower = this.bytes.readUInt32LE(at);
    return type === "UInt64" ? lower + this.bytes.readUInt32LE(at + 4) * 2 ** 32 : lower;
  }

  /** Return 40 hexadecimal digits. */
  id(row: number, column: number): string {
    const at = row * this.width + this.offsets[column]!;
    return this.bytes.toString("hex", at, at + 20);
  }

  integer(row: number, column: number): bigint {
    const at = row * this.width + this.offsets[column]!;
    const words = BYTES[this.types[column]!] / 8;
    let value = this.bytes.readBigInt64LE(at + (words - 1) * 8);
    for (let word = words - 2; word >= 0; word--) {
      value = (value << 64n) | this.bytes.readBigUInt64LE(at + word * 8);
    }
    return value;
  }
}
