import { CodedRecords } from "./coded-records.js";

/** Coded records of a batch in buffers of their own, which can be sent to another thread. */
export interface PackedRecords {
  readonly codes: Uint32Array<ArrayBuffer>;
  readonly starts: Uint32Array<ArrayBuffer>;
  /** Texts without a code, and for each its first byte and its number of bytes. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly places: Uint32Array<ArrayBuffer>;
  /** Texts of the codes that are new: those of a column follow its codes of earlier batches. */
  readonly values: readonly { readonly column: number; readonly texts: readonly string[] }[];
}

type PackedTexts = Pick<PackedRecords, "bytes" | "places">;

/** Return the buffers of packed records. */
export function buffersOf({ codes, starts, bytes, places }: PackedRecords): ArrayBuffer[] {
  return [codes.buffer, starts.buffer, bytes.buffer, places.buffer];
}

/** Packs the batches of one tokenizer, each with the texts that the batches before it lack. */
export class RecordPacker {
  readonly #packed: number[] = [];

  pack({ codes, starts, texts }: CodedRecords): PackedRecords {
    const end = starts.length === 0 ? 0 : starts.at(-1)! + 1 + codes[starts.at(-1)!]!;
    const packed = packTexts(codes, texts, texts.numRaw);
    return { codes: codes.slice(0, end), starts: starts.slice(), ...packed, values: this.#newValues(texts) };
  }

  #newValues({ sizes, textOf }: CodedRecords["texts"]): PackedRecords["values"] {
    return sizes.flatMap((size, column) => {
      const first = this.#packed[column] ?? 0;
      if (size === first) return [];
      this.#packed[column] = size;
      return [{ column, texts: Array.from({ length: size - first }, (_, at) => textOf(column, first + at)) }];
    });
  }
}

/** Copy the memory that has the texts without a code: they lie in two places, before and behind the codes. */
function packTexts(codes: Uint32Array, { bytes, places }: CodedRecords["texts"], count: number): PackedTexts {
  const middle = codes.byteOffset;
  let [first, end, quotedFirst, quotedEnd] = [middle, 0, Infinity, 0];
  for (let at = 0; at < count * 2; at += 2) {
    const from = places[at]!;
    const to = from + places[at + 1]!;
    if (from < middle) {
      if (from < first) first = from;
      if (to > end) end = to;
    } else {
      if (from < quotedFirst) quotedFirst = from;
      if (to > quotedEnd) quotedEnd = to;
    }
  }
  const plain = bytes.subarray(first, Math.max(first, end));
  const quoted = quotedEnd > 0 ? bytes.subarray(quotedFirst, quotedEnd) : bytes.subarray(0, 0);
  const packed = new Uint8Array(plain.length + quoted.length);
  packed.set(plain);
  packed.set(quoted, plain.length);
  const moved = places.slice(0, count * 2);
  for (let at = 0; at < moved.length; at += 2) {
    moved[at]! -= moved[at]! < middle ? first : quotedFirst - plain.length;
  }
  return { bytes: packed, places: moved };
}

/** Opens packed records, in the order in which they were packed. */
export class RecordUnpacker {
  /** For each column its texts by code. */
  readonly #values: string[][] = [];
  readonly #textOf = (column: number, code: number): string => this.#values[column]![code]!;

  open({ codes, starts, bytes, places, values }: PackedRecords): CodedRecords {
    for (const { column, texts } of values) {
      const known = (this.#values[column] ??= []);
      for (const text of texts) known.push(text);
    }
    const sizes = this.#values.map(({ length }) => length);
    const texts = { sizes, textOf: this.#textOf, bytes: Buffer.from(bytes.buffer), places, numRaw: places.length / 2 };
    return new CodedRecords(texts, codes, starts);
  }
}
