import type { CubeMemory } from "../../kernel/memory/cube-memory.js";
import { foldText } from "../../query/text/fold.js";
import { scanTokens } from "../../query/text/tokens.js";
import { GrowingCodes } from "../base/growing-codes.js";
import { equalBytes } from "../base/hash-bytes.js";
import { GrowingTexts } from "../build/growing-texts.js";
import { TextIndex } from "../build/text-index.js";
import { viewTexts } from "../table/text-views.js";
import { openValues } from "../table/open-values.js";
import type { ValueColumn } from "../table/values.js";

/** Lower case of each ASCII letter and digit; 0 for characters that end a token. */
const TOKEN_BYTES = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[a-z0-9]/i.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});

/** Terms of values, value by value: the distinct tokens of each. */
export interface CollectedTerms {
  /** All distinct terms. */
  readonly terms: GrowingTexts;
  /** Terms of all values, each once for a value. */
  readonly found: GrowingCodes;
  /** Number of items of `found`. */
  readonly size: number;
  /** For each value the place in `found` after its last term. */
  readonly ends: Uint32Array;
  /** For each value its number of tokens, at most 255. */
  readonly lengths: Uint8Array;
}

/**
 * Collect the terms of a dimension's attributes, attribute by attribute. Most texts are ASCII: their terms are read from
 * their bytes, without creating strings.
 */
export function collectTerms(memories: readonly CubeMemory[], columns: readonly ValueColumn[]): CollectedTerms {
  const collector = new TermCollector(columns.length * columns[0]!.length);
  for (const column of columns) collector.collect(memories, column);
  return collector;
}

class TermCollector implements CollectedTerms {
  readonly terms = new GrowingTexts();
  readonly found = new GrowingCodes();
  readonly ends: Uint32Array;
  readonly lengths: Uint8Array;
  size = 0;
  readonly #index = new TextIndex(this.terms);
  /** For each term the number of the last value that has it, + 1. */
  readonly #last = new GrowingCodes();
  #token = Buffer.alloc(1024);
  #value = 0;
  /** Number of words of the current value so far. */
  #words = 0;
  /** Terms of the last value that had a word at each place. */
  readonly #before = new Int32Array(16).fill(-1);

  constructor(values: number) {
    this.ends = new Uint32Array(values);
    this.lengths = new Uint8Array(values);
  }

  collect(memories: readonly CubeMemory[], column: ValueColumn): void {
    if (column.type === "number") {
      const values = openValues(memories, column, false);
      for (let member = 0; member < values.length; member++) {
        const value = values.at(member);
        if (value !== null) this.#addText(String(value));
        this.#endValue();
      }
      return;
    }
    const { offsets, bytes } = viewTexts(memories[column.memory]!, column);
    for (let member = 0; member < column.length; member++) {
      const [start, end] = [offsets[member]!, offsets[member + 1]!];
      if (isAscii(bytes, start, end)) this.#addBytes(bytes, start, end);
      else this.#addText(bytes.toString("utf8", start, end));
      this.#endValue();
    }
  }

  #addBytes(bytes: Uint8Array, start: number, end: number): void {
    let size = 0;
    if (end - start > this.#token.length) this.#token = Buffer.alloc(end - start);
    for (let at = start; at < end; at++) {
      const byte = TOKEN_BYTES[bytes[at]!]!;
      if (byte !== 0) this.#token[size++] = byte;
      else if (size > 0) size = this.#addToken(size);
    }
    if (size > 0) this.#addToken(size);
  }

  #addText(text: string): void {
    const folded = foldText(text);
    scanTokens(folded, (start, end) => {
      if ((end - start) * 3 > this.#token.length) this.#token = Buffer.alloc((end - start) * 3);
      this.#addToken(this.#token.write(folded.slice(start, end)));
    });
  }

  /** Add the token in the buffer. @returns 0: the size of the next token */
  #addToken(size: number): 0 {
    const before = this.terms.length;
    const term = this.#enter(size);
    if (term === before || this.#last.get(term) !== this.#value + 1) {
      this.#last.set(term, this.#value + 1);
      this.found.set(this.size++, term);
    }
    if (this.lengths[this.#value]! < 255) this.lengths[this.#value]!++;
    return 0;
  }

  /** Return the number of the token in the buffer. Neighbouring texts often have the same words at the same place. */
  #enter(size: number): number {
    const place = this.#words++;
    const known = place < this.#before.length ? this.#before[place]! : -1;
    if (known >= 0 && this.terms.sizeOf(known) === size) {
      if (equalBytes(this.terms.bytes, this.terms.startOf(known), this.#token, 0, size)) return known;
    }
    this.terms.stageBytes(this.#token, size);
    const term = this.#index.enterStaged();
    if (place < this.#before.length) this.#before[place] = term;
    return term;
  }

  #endValue(): void {
    this.#words = 0;
    this.ends[this.#value++] = this.size;
  }
}

function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at]! > 0x7f) return false;
  return true;
}
