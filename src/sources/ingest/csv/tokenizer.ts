import { readAsset } from "../../../core/assets/assets.js";
import { type CellTexts, CodedRecords } from "./coded-records.js";

/** Reason for which a tokenizer stops: it needs more input, its output is full, or it cannot read the next record. */
export type Stop = "more" | "full" | "unusual";

/** Exports of `assembly/csv`; pointers are byte offsets. */
interface TokenizerExports {
  readonly INPUT_BYTES: { readonly value: number };
  readonly FULL: { readonly value: number };
  readonly MORE: { readonly value: number };
  readonly input: { readonly value: number };
  readonly output: { readonly value: number };
  readonly places: { readonly value: number };
  readonly starts: { readonly value: number };
  readonly consumed: { readonly value: number };
  readonly numRecords: { readonly value: number };
  begin(columns: number): void;
  tokenize(from: number, length: number, isLast: number, delimiter: number, quote: number): number;
  valuePointer(column: number, code: number): number;
  valueLength(column: number, code: number): number;
  stopCoding(column: number): void;
}

/** Maximum number of columns whose values are remembered. */
const MAX_COLUMNS = 1024;
/** Pages of 64 KiB of a tokenizer's memory at its start, and at most. */
const [FIRST_PAGES, MAX_PAGES] = [160, 8192];

/** Splits plain CSV in UTF-8 into records, in WebAssembly. A text that repeats in its column has one code. */
export class Tokenizer {
  readonly #exports: TokenizerExports;
  readonly #memory: WebAssembly.Memory<ArrayBuffer>;
  readonly #delimiter: number;
  readonly #quote: number;
  /** For each column its values by code. */
  readonly #values: (string | undefined)[][];
  /** Bytes of the input that were not read yet; they are at its beginning. */
  #length = 0;
  /** Offset in the input of the first record that was not read. */
  #from = 0;
  #stop: Stop = "more";
  /** The memory, as of the last records. */
  #buffer = Buffer.alloc(0);
  /** Places of the last records in the output: views of the memory lose their length when it grows. */
  #starts = new Uint32Array(1024);

  /** @param delimiter one character of ASCII, as `quote` is */
  constructor(delimiter: string, quote: string, columns: number) {
    this.#memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MAX_PAGES });
    const module = new WebAssembly.Module(readAsset("dist/sources/ingest/csv.wasm"));
    const env = { memory: this.#memory as unknown as WebAssembly.Memory };
    this.#exports = new WebAssembly.Instance(module, { env }).exports as TokenizerExports;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#quote = quote.charCodeAt(0);
    const numColumns = Math.min(columns, MAX_COLUMNS);
    this.#exports.begin(numColumns);
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

  /** Reason for which the last reading stopped. */
  get stop(): Stop {
    return this.#stop;
  }

  /**
   * Read the records that end in the input, as many as the output holds; the next call goes on behind them.
   * @param isLast true if no more input follows
   */
  read(isLast: boolean): CodedRecords {
    const { FULL, MORE } = this.#exports;
    const last = isLast ? 1 : 0;
    const stop = this.#exports.tokenize(this.#from, this.#length, last, this.#delimiter, this.#quote);
    this.#stop = stop === MORE.value ? "more" : stop === FULL.value ? "full" : "unusual";
    this.#from = this.#exports.consumed.value;
    return this.#records();
  }

  /** Drop the input that was read. */
  dropRead(): void {
    const { value: input } = this.#exports.input;
    new Uint8Array(this.#memory.buffer).copyWithin(input, input + this.#from, input + this.#length);
    this.#length -= this.#from;
    this.#from = 0;
  }

  #records(): CodedRecords {
    const { output, numRecords, places, starts } = this.#exports;
    const { buffer } = this.#memory;
    const codes = new Uint32Array(buffer, output.value);
    const length = numRecords.value;
    if (length > this.#starts.length) this.#starts = new Uint32Array(length * 2);
    this.#starts.set(new Uint32Array(buffer, starts.value, length));
    const bytes = Buffer.from(buffer);
    this.#buffer = bytes;
    const texts: CellTexts = {
      stopCoding: (column) => this.#exports.stopCoding(column),
      textOf: (column, code) => this.#values[column]![code] ?? this.#decode(column, code),
      bytes,
      places: new Uint32Array(buffer, places.value),
    };
    return new CodedRecords(texts, codes, this.#starts.subarray(0, length));
  }

  /** Decode a value that is new. */
  #decode(column: number, code: number): string {
    const pointer = this.#exports.valuePointer(column, code);
    const text = this.#buffer.toString("utf8", pointer, pointer + this.#exports.valueLength(column, code));
    this.#values[column]![code] = text;
    return text;
  }

  #bytes(pointer: number, length: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, pointer, length);
  }
}
