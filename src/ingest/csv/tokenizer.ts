import { readAsset } from "../../assets/assets.js";
import type { CsvRecord } from "./record-parser.js";

/** Reason for which a tokenizer stops: it needs more input, its output is full, or it cannot read the next record. */
type Stop = "more" | "full" | "unusual";

/** Exports of `assembly/csv`; pointers are byte offsets. */
interface TokenizerExports {
  readonly INPUT_BYTES: { readonly value: number };
  readonly RAW: { readonly value: number };
  readonly FULL: { readonly value: number };
  readonly MORE: { readonly value: number };
  readonly input: { readonly value: number };
  readonly output: { readonly value: number };
  readonly raw: { readonly value: number };
  readonly consumed: { readonly value: number };
  readonly numRecords: { readonly value: number };
  begin(columns: number): void;
  tokenize(from: number, length: number, isLast: number, delimiter: number, quote: number): number;
  valuePointer(column: number, code: number): number;
  valueLength(column: number, code: number): number;
}

/** Maximum number of columns whose values are remembered. */
const MAX_COLUMNS = 1024;
/** Pages of 64 KiB of a tokenizer's memory at its start, and at most. */
const [FIRST_PAGES, MAX_PAGES] = [160, 8192];

/**
 * Splits plain CSV in UTF-8 into records, in WebAssembly. A text that repeats in its column becomes the same string, so
 * that it is decoded once.
 */
export class Tokenizer {
  readonly #exports: TokenizerExports;
  readonly #memory: WebAssembly.Memory<ArrayBuffer>;
  readonly #delimiter: number;
  readonly #quote: number;
  readonly #raw: number;
  /** For each column its values by code. */
  readonly #values: (string | undefined)[][];
  /** Bytes of the input that were not read yet; they are at its beginning. */
  #length = 0;

  /** @param delimiter one character of ASCII, as `quote` is */
  constructor(delimiter: string, quote: string, columns: number) {
    this.#memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MAX_PAGES });
    const module = new WebAssembly.Module(readAsset("dist/ingest/csv.wasm"));
    const env = { memory: this.#memory as unknown as WebAssembly.Memory };
    this.#exports = new WebAssembly.Instance(module, { env }).exports as TokenizerExports;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#quote = quote.charCodeAt(0);
    const numColumns = Math.min(columns, MAX_COLUMNS);
    this.#exports.begin(numColumns);
    this.#raw = this.#exports.RAW.value >>> 0;
    this.#values = Array.from({ length: numColumns }, () => []);
  }

  /** Bytes that `add` can take. */
  get room(): number {
    return this.#exports.INPUT_BYTES.value - this.#length;
  }

  /** Return a copy of the input that was not read. */
  get rest(): Buffer {
    return Buffer.from(this.#bytes(this.#exports.input.value, this.#length));
  }

  /** Add input behind the rest of the last. @param bytes at most `room` */
  add(bytes: Uint8Array): void {
    new Uint8Array(this.#memory.buffer).set(bytes, this.#exports.input.value + this.#length);
    this.#length += bytes.length;
  }

  /**
   * Read all records that end in the input.
   * @param isLast true if no more input follows
   * @param records the records are added to these
   */
  read(isLast: boolean, records: CsvRecord[]): Exclude<Stop, "full"> {
    let from = 0;
    let stop: Stop;
    do {
      stop = this.#tokenize(from, isLast);
      this.#collect(records);
      from = this.#exports.consumed.value;
    } while (stop === "full");
    const { value: input } = this.#exports.input;
    new Uint8Array(this.#memory.buffer).copyWithin(input, input + from, input + this.#length);
    this.#length -= from;
    return stop;
  }

  #tokenize(from: number, isLast: boolean): Stop {
    const { FULL, MORE } = this.#exports;
    const stop = this.#exports.tokenize(from, this.#length, isLast ? 1 : 0, this.#delimiter, this.#quote);
    return stop === MORE.value ? "more" : stop === FULL.value ? "full" : "unusual";
  }

  /** Read the records of the output. */
  #collect(records: CsvRecord[]): void {
    const { output, numRecords } = this.#exports;
    const { buffer } = this.#memory;
    const numbers = new Uint32Array(buffer, output.value);
    const raw = new Uint32Array(buffer, this.#exports.raw.value);
    const bytes = Buffer.from(buffer);
    let at = 0;
    for (let left = numRecords.value; left > 0; left--) {
      const length = numbers[at++]!;
      const record: string[] = [];
      for (let column = 0; column < length; column++) {
        const code = numbers[at++]!;
        if (code < this.#raw) {
          record.push(this.#values[column]![code] ?? this.#decode(column, code));
        } else {
          const place = (code - this.#raw) * 2;
          const pointer = raw[place]!;
          record.push(bytes.toString("utf8", pointer, pointer + raw[place + 1]!));
        }
      }
      records.push(record);
    }
  }

  /** Decode a value that is new. */
  #decode(column: number, code: number): string {
    const pointer = this.#exports.valuePointer(column, code);
    const text = Buffer.from(this.#bytes(pointer, this.#exports.valueLength(column, code))).toString();
    this.#values[column]![code] = text;
    return text;
  }

  #bytes(pointer: number, length: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, pointer, length);
  }
}
