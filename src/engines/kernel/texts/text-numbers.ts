import { readAsset } from "../../../core/assets/assets.js";
import { compile } from "../memory/compile.js";
import { guardMemory, pointer } from "../memory/own-memory.js";
import { MAX_UNIT_BYTES, writeUtf8 } from "./write-utf8.js";

/** Pages of 64 KiB of a memory at its start, and at most. */
const [FIRST_PAGES, MAX_PAGES] = [16, 65_535];
/** Maximum bytes from the first to the last text of a batch; a longer text is entered alone. Covers a tokenizer's memory. */
const BATCH_BYTES = 2 ** 23;
/** Bytes of the first input. */
const FIRST_INPUT = 2 ** 16;
/** Bits of a number within a block of `assembly/texts/store.ts`, and 32-bit words of an entry. */
const [BLOCK_BITS, ENTRY_WORDS] = [16, 3];

const TOO_MANY = "A column needs more than 4 GiB to be loaded; load fewer entries";

/** Exports of `assembly/texts`; pointers are byte offsets. */
interface TextsExports {
  readonly MAX_TEXTS: { readonly value: number };
  readonly input: { readonly value: number };
  readonly starts: { readonly value: number };
  readonly sizes: { readonly value: number };
  readonly positions: { readonly value: number };
  readonly blocks: { readonly value: number };
  readonly numTexts: { readonly value: number };
  start(): void;
  reserveInput(bytes: number): void;
  enter(count: number): void;
  append(count: number): void;
}

/** Texts in UTF-8, at any places of a buffer. */
export interface PlacedTexts {
  readonly bytes: Uint8Array;
  /** For each text its first byte. */
  readonly starts: ArrayLike<number>;
  /** For each text its number of bytes; `NO_SIZE` for a missing text, which differs from an empty one. */
  readonly sizes: ArrayLike<number>;
}

/** Size of a missing text. */
export const NO_SIZE = -1;

let module: WebAssembly.Module | null = null;

/**
 * Numbers different texts in the order in which they are first seen, in WebAssembly, and keeps their bytes: 19 to 25
 * bytes for a text, in addition to its own.
 */
export class TextNumbers {
  readonly #memory: WebAssembly.Memory<ArrayBuffer>;
  readonly #exports: TextsExports;
  #bytes: Buffer<ArrayBuffer>;
  #words: Uint32Array<ArrayBuffer>;
  /** Place of the list of blocks, which stays. */
  readonly #blocks: number;

  constructor() {
    this.#memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MAX_PAGES });
    const env = { memory: this.#memory as unknown as WebAssembly.Memory };
    module ??= compile(readAsset("dist/engines/kernel/texts.wasm"));
    this.#exports = new WebAssembly.Instance(module, { env }).exports as TextsExports;
    this.#exports.start();
    this.#blocks = this.#exports.blocks.value >>> 2;
    this.#exports.reserveInput(FIRST_INPUT);
    this.#bytes = Buffer.from(this.#memory.buffer);
    this.#words = new Uint32Array(this.#memory.buffer);
  }

  get length(): number {
    return this.#exports.numTexts.value;
  }

  /** The memory in which the texts are. Entering a text may move it to another buffer. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  startOf(text: number): number {
    return this.#words[this.#entryOf(text)]!;
  }

  /** Return the bytes of a text, or `NO_SIZE`. */
  sizeOf(text: number): number {
    return this.#words[this.#entryOf(text) + 1]! - 1;
  }

  /** Return the hash of a text, as `hashBytes` makes it. */
  hashOf(text: number): number {
    return this.#words[this.#entryOf(text) + 2]!;
  }

  /**
   * Find the number of a text; a new text gets the next number.
   * @param text `null` for a missing one
   * @throws OverCapacity as `enterAll`
   */
  enter(text: string | null): number {
    const exports = this.#exports;
    return guardMemory(TOO_MANY, () => {
      exports.reserveInput((text?.length ?? 0) * MAX_UNIT_BYTES);
      this.#view();
      const size = text === null ? NO_SIZE : writeUtf8(this.#bytes, text, pointer(exports.input.value));
      this.#words[exports.starts.value >>> 2] = 0;
      this.#words[exports.sizes.value >>> 2] = size + 1;
      exports.enter(1);
      this.#view();
      return this.#words[exports.positions.value >>> 2]!;
    });
  }

  /**
   * Find the numbers of texts; each new text gets the next number.
   * @param places of the texts in `texts`
   * @param numbers gets the number of each text, at its place
   * @throws OverCapacity if the texts do not fit 4 GiB
   */
  enterAll(texts: PlacedTexts, places: Uint32Array, numbers: Uint32Array): void {
    const { enter, positions } = this.#exports;
    this.#eachBatch(texts, places, enter, (batch) => {
      const first = positions.value >>> 2;
      for (let at = 0; at < batch.length; at++) numbers[batch[at]!] = this.#words[first + at]!;
    });
  }

  /**
   * Give texts the next numbers, even if there are equal ones.
   * @throws OverCapacity as `enterAll`
   */
  appendAll(texts: PlacedTexts): void {
    const places = Uint32Array.from({ length: texts.starts.length }, (_, at) => at);
    this.#eachBatch(texts, places, this.#exports.append, () => {});
  }

  /** Copy texts, batch by batch, and let WebAssembly take each. @param taken called with the places of each batch */
  #eachBatch(
    texts: PlacedTexts,
    places: Uint32Array,
    take: (count: number) => void,
    taken: (places: Uint32Array) => void,
  ): void {
    const maxTexts = this.#exports.MAX_TEXTS.value;
    for (let first = 0; first < places.length;) {
      const batch = chooseBatch(texts, places.subarray(first, first + maxTexts));
      guardMemory(TOO_MANY, () => {
        this.#copyBatch(texts, batch);
        take(batch.places.length);
      });
      this.#view();
      taken(batch.places);
      first += batch.places.length;
    }
  }

  #copyBatch(texts: PlacedTexts, { places, from, end }: Batch): void {
    const exports = this.#exports;
    exports.reserveInput(end - from);
    this.#view();
    this.#bytes.set(texts.bytes.subarray(from, end), pointer(exports.input.value));
    const starts = this.#words.subarray(exports.starts.value >>> 2);
    const sizes = this.#words.subarray(exports.sizes.value >>> 2);
    for (let at = 0; at < places.length; at++) {
      starts[at] = texts.starts[places[at]!]! - from;
      sizes[at] = texts.sizes[places[at]!]! + 1;
    }
  }

  /** View the memory, which may have grown. */
  #view(): void {
    if (this.#bytes.length > 0) return;
    this.#bytes = Buffer.from(this.#memory.buffer);
    this.#words = new Uint32Array(this.#memory.buffer);
  }

  #entryOf(text: number): number {
    const block = this.#words[this.#blocks + (text >>> BLOCK_BITS)]!;
    return (block >>> 2) + (text & (2 ** BLOCK_BITS - 1)) * ENTRY_WORDS;
  }
}

/** Texts that are copied together with what is between them. */
interface Batch {
  readonly places: Uint32Array;
  readonly from: number;
  readonly end: number;
}

/** Choose the first texts that lie near each other: at least one. */
function chooseBatch({ starts, sizes }: PlacedTexts, places: Uint32Array): Batch {
  let from = starts[places[0]!]!;
  let end = from + Math.max(0, sizes[places[0]!]!);
  let count = 1;
  for (; count < places.length; count++) {
    const start = starts[places[count]!]!;
    const first = Math.min(from, start);
    const last = Math.max(end, start + Math.max(0, sizes[places[count]!]!));
    if (last - first > BATCH_BYTES) break;
    [from, end] = [first, last];
  }
  return { places: places.subarray(0, count), from, end };
}
