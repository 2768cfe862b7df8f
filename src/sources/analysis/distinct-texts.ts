import type { Budget } from "./budget.js";
import { MOST_CODES } from "./code-levels.js";

const FIRST_SLOTS = 1024;

/** Maximum number of distinct texts that are counted per column. */
const MAX_TEXTS = 200_000;
/** Number of distinct texts that are kept; of others only a hash is. */
const KEPT = MOST_CODES;

/** A distinct text of a column. */
export interface KnownText {
  /** True if nothing is learnt from it that depends on the place of a cell: further cells are only counted. */
  isSettled: boolean;
  /** Number of further cells with this text. */
  more: number;
}

/** Collects the distinct texts of a column, up to a limit. */
export class DistinctTexts {
  readonly #budget: Budget;
  readonly #known = new Map<string, KnownText>();
  /** All distinct texts, if there are more than are kept. */
  #hashes: TextHashes | null = null;
  /** True if most texts occur once: then it does not pay to look them up. */
  #areRare = false;
  /** Number of distinct texts that were counted. */
  size = 0;
  /** True if there are more than can be counted. */
  isFull = false;
  /** Number of cells that repeat a counted text. */
  repeats = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** The kept texts in the order of their first cells: all, unless there are more than `MOST_CODES`. */
  get kept(): ReadonlyMap<string, KnownText> {
    return this.#known;
  }

  /** Return a text that is kept. */
  find(text: string): KnownText | undefined {
    return this.#areRare ? undefined : this.#known.get(text);
  }

  /** Take a text that `find` did not return. @returns the text, if it is kept from now on */
  add(text: string): KnownText | undefined {
    if (this.#hashes === null && this.size < KEPT) {
      if (!this.#mayCount()) return undefined;
      this.size++;
      const known: KnownText = { isSettled: false, more: 0 };
      this.#known.set(text, known);
      return known;
    }
    this.#hashes ??= this.#hashAll();
    if (this.#hashes.has(text)) this.repeats++;
    else if (this.#mayCount()) {
      this.#hashes.add(text);
      this.size++;
    }
    return undefined;
  }

  #mayCount(): boolean {
    if (!this.isFull && this.size < MAX_TEXTS && this.#budget.take()) return true;
    this.isFull = true;
    return false;
  }

  #hashAll(): TextHashes {
    const hashes = new TextHashes();
    for (const text of this.#known.keys()) hashes.add(text);
    this.#areRare = this.repeats < this.size;
    return hashes;
  }
}

/**
 * A set of texts that only has their hashes: 53 bits, so that among 200,000 texts two are taken for one in one of some
 * 400,000 columns.
 */
class TextHashes {
  /** Open addressing; 0 is a free slot. */
  #slots = new Float64Array(FIRST_SLOTS);
  #size = 0;

  has(text: string): boolean {
    const hash = hashOf(text);
    return this.#slots[this.#slotOf(hash)] === hash;
  }

  /** Add a text that it does not have. */
  add(text: string): void {
    const hash = hashOf(text);
    this.#slots[this.#slotOf(hash)] = hash;
    if (++this.#size * 2 > this.#slots.length) this.#grow();
  }

  /** Return the slot of a hash, or the one that it would have. */
  #slotOf(hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let at = (hash ^ (hash / 2 ** 32)) & mask;
    while (slots[at] !== 0 && slots[at] !== hash) at = (at + 1) & mask;
    return at;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Float64Array(old.length * 2);
    for (const hash of old) if (hash !== 0) this.#slots[this.#slotOf(hash)] = hash;
  }
}

/** Hash a text to an integer from 1 to 2^53 - 1. */
function hashOf(text: string): number {
  let low = 0x811c9dc5;
  let high = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x9e3779b1) + 1;
    high ^= high >>> 15;
  }
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0) || 1;
}
