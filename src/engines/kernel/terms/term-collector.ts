import { readAsset } from "../../../core/assets/assets.js";
import { compile } from "../memory/compile.js";
import { guardMemory, pointer } from "../memory/own-memory.js";

/** Bytes of texts that are collected at once, so few that what is read ahead for them stays near the processor; a longer text is collected alone. */
const BATCH_BYTES = 2 ** 13;
/** Pages of 64 KiB of a collector's memory at its start, and at most. */
const [FIRST_PAGES, MAX_PAGES] = [32, 65_536];

const TOO_MANY = "The words of a dimension need more than 4 GiB to be indexed; leave an attribute out";

/** Exports of `assembly/terms`; pointers are byte offsets. */
interface CollectorExports {
  readonly MAX_TEXTS: { readonly value: number };
  readonly input: { readonly value: number };
  readonly ends: { readonly value: number };
  readonly tokens: { readonly value: number };
  readonly found: { readonly value: number };
  readonly numFound: { readonly value: number };
  readonly foundTo: { readonly value: number };
  readonly lengths: { readonly value: number };
  readonly numTerms: { readonly value: number };
  readonly order: { readonly value: number };
  readonly offsets: { readonly value: number };
  readonly output: { readonly value: number };
  start(): void;
  expectTexts(count: number): void;
  reserveInput(bytes: number): void;
  reserveTokens(bytes: number): void;
  collect(from: number, count: number): number;
  collectTokens(number: number, bytes: number): void;
  sortTerms(): void;
  writeTerms(from: number): number;
}

/** Texts in UTF-8: text `t` is `bytes[offsets[t]]` to `bytes[offsets[t + 1]]`, exclusive. */
export interface CollectedTexts {
  readonly offsets: Int32Array;
  readonly bytes: Uint8Array;
}

/** Terms of some texts; the arrays are valid until the next ones are taken. */
export interface TextTerms {
  /** Terms, text by text, each once for a text. */
  readonly found: Uint32Array;
  /** For each text the end of its terms in `found`. */
  readonly ends: Uint32Array;
  /** For each text its number of tokens, at most 255. */
  readonly lengths: Uint8Array;
}

/** Distinct terms, by their bytes in UTF-8. */
export interface SortedTerms {
  /** Their numbers. */
  readonly order: Uint32Array;
  /** The term at a place has the bytes `offsets[place]` to `offsets[place + 1]`, exclusive. */
  readonly offsets: Uint32Array;
  /** Write the bytes of all terms. */
  copyBytes(to: Uint8Array): void;
}

/** Numbers the terms of texts in the order in which they are first seen, and sorts them, in WebAssembly. */
export class TermNumbers {
  readonly #memory: WebAssembly.Memory<ArrayBuffer>;
  readonly #exports: CollectorExports;
  /** Returns the tokens of a text that is not ASCII, with a blank between them. */
  readonly #tokensOf: (text: string) => string;

  /** @param count number of texts, if it is known: then numbering takes less time */
  constructor(tokensOf: (text: string) => string, count = 0) {
    this.#tokensOf = tokensOf;
    this.#memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MAX_PAGES });
    const env = { memory: this.#memory as unknown as WebAssembly.Memory };
    const module = compile(readAsset("dist/engines/kernel/terms.wasm"));
    this.#exports = new WebAssembly.Instance(module, { env }).exports as CollectorExports;
    this.#exports.start();
    this.#exports.expectTexts(count);
  }

  /**
   * Collect the terms of texts. A token of ASCII texts is a run of letters and digits, in lower case.
   * @param take called for successive texts
   * @throws OverCapacity if there are more terms than fit 4 GiB
   */
  collect(texts: CollectedTexts, take: (terms: TextTerms) => void): void {
    const { offsets } = texts;
    const maxTexts = this.#exports.MAX_TEXTS.value;
    for (let first = 0, end = 0; first < offsets.length - 1; first = end) {
      end = first + 1;
      const last = Math.min(offsets.length - 1, first + maxTexts);
      while (end < last && offsets[end + 1]! - offsets[first]! <= BATCH_BYTES) end++;
      guardMemory(TOO_MANY, () => this.#collectBatch(texts, first, end, take));
    }
  }

  /**
   * Sort all terms; no more can be collected.
   * @throws OverCapacity if there are more terms than fit 4 GiB
   */
  sortAll(): SortedTerms {
    const exports = this.#exports;
    guardMemory(TOO_MANY, () => exports.sortTerms());
    const { buffer } = this.#memory;
    const count = exports.numTerms.value;
    const offsets = new Uint32Array(buffer, pointer(exports.offsets.value), count + 1);
    return {
      order: new Uint32Array(buffer, pointer(exports.order.value), count),
      offsets,
      copyBytes(to) {
        for (let from = 0, next = 0; from < count; from = next) {
          next = exports.writeTerms(from);
          const bytes = offsets[next]! - offsets[from]!;
          to.set(new Uint8Array(buffer, pointer(exports.output.value), bytes), offsets[from]!);
        }
      },
    };
  }

  #collectBatch({ offsets, bytes }: CollectedTexts, first: number, end: number, take: (terms: TextTerms) => void) {
    const exports = this.#exports;
    const count = end - first;
    const start = offsets[first]!;
    exports.reserveInput(Math.max(BATCH_BYTES, offsets[end]! - start));
    new Uint8Array(this.#memory.buffer).set(bytes.subarray(start, offsets[end]), pointer(exports.input.value));
    const ends = new Uint32Array(this.#memory.buffer, exports.ends.value, count);
    for (let text = 0; text < count; text++) ends[text] = offsets[first + text + 1]! - start;
    for (let text = 0; text < count;) {
      const next = exports.collect(text, count);
      if (next > text) take(this.#found(text, next));
      if (next === count) return;
      const own = bytes.subarray(offsets[first + next], offsets[first + next + 1]);
      this.#collectText(next, Buffer.from(own).toString());
      take(this.#found(next, next + 1));
      text = next + 1;
    }
  }

  #collectText(number: number, text: string): void {
    const tokens = Buffer.from(this.#tokensOf(text));
    this.#exports.reserveTokens(tokens.length);
    new Uint8Array(this.#memory.buffer).set(tokens, pointer(this.#exports.tokens.value));
    this.#exports.collectTokens(number, tokens.length);
  }

  #found(from: number, to: number): TextTerms {
    const { found, numFound, foundTo, lengths } = this.#exports;
    const { buffer } = this.#memory;
    return {
      found: new Uint32Array(buffer, pointer(found.value), numFound.value),
      ends: new Uint32Array(buffer, foundTo.value + from * 4, to - from),
      lengths: new Uint8Array(buffer, lengths.value + from, to - from),
    };
  }
}
