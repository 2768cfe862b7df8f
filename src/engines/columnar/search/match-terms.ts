import { headOf, matchesPattern, type Pattern } from "../../../core/query/text/pattern.js";
import type { WordTest } from "../../../core/query/text/text-test.js";
import { PlaceSet } from "../base/place-set.js";
import { sharedBytes, visitNear } from "./near-terms.js";
import { findHead, findTerm, readTerm, type TermLookup } from "./term-lookup.js";

/** Tests between two checks. */
const STRIDE = 4096;

/** Work of matching terms, for tests of its cost. */
export interface TermWork {
  /** Number of texts that were compared with a pattern. */
  tested: number;
}

/** Limits of a query's steps in this thread. */
export interface StepLimits {
  /** Throws to abort; to be called at least every millisecond. */
  readonly check: () => void;
  /** Counts bytes that are about to be taken; throws if these are too many. */
  readonly take: (bytes: number) => void;
}

/** Return a key that equal tests share. */
export function wordKey(test: WordTest): string {
  return JSON.stringify(test);
}

/** Terms of one dimension that pass tests, each of which is computed once for a query. */
export class TermMatcher {
  readonly #index: TermLookup;
  readonly #limits: StepLimits;
  readonly #work: TermWork;
  readonly #found = new Map<string, PlaceSet>();
  #shared: Uint8Array | null = null;

  constructor(index: TermLookup, limits: StepLimits, work: TermWork = { tested: 0 }) {
    this.#index = index;
    this.#limits = limits;
    this.#work = work;
  }

  /**
   * Match tests whose terms have no place in the order: patterns that begin with a wildcard. All of them are matched in
   * one pass over the terms.
   */
  matchTogether(tests: readonly WordTest[]): void {
    const open = new Map<string, OpenPattern>();
    for (const test of tests) {
      const key = wordKey(test);
      if (test.is !== "like" || wellFormedHead(test.pattern) !== "" || this.#found.has(key)) continue;
      open.set(key, planPattern(test.pattern, new PlaceSet(this.#limits.take)));
    }
    if (open.size === 0) return;
    matchPatterns(this.#index, [0, this.#index.size], [...open.values()], this.#limits, this.#work);
    for (const [key, { found }] of open) this.#found.set(key, found);
  }

  match(test: WordTest): PlaceSet {
    const key = wordKey(test);
    let found = this.#found.get(key);
    if (!found) this.#found.set(key, (found = this.#match(test)));
    return found;
  }

  #match(test: WordTest): PlaceSet {
    const found = new PlaceSet(this.#limits.take);
    if (test.is === "same") {
      const term = findTerm(this.#index, test.text);
      if (term >= 0) found.add(term);
      return found;
    }
    if (test.is === "like") {
      const range = findHead(this.#index, wellFormedHead(test.pattern));
      const isHead = test.pattern.length === 2 && test.pattern[0]!.length === 1 && test.pattern[1]!.length === 0;
      if (isHead && typeof test.pattern[0]![0] === "string")
        for (let term = range[0]; term < range[1]; term++) found.add(term);
      else matchPatterns(this.#index, range, [planPattern(test.pattern, found)], this.#limits, this.#work);
      return found;
    }
    this.#shared ??= sharedBytes(this.#index);
    visitNear(this.#index, this.#shared, test.text, test.edits, (term) => found.add(term), this.#limits.check);
    return found;
  }
}

/** Return the literal beginning of a pattern; empty if it is only part of a character. */
function wellFormedHead(pattern: Pattern): string {
  const head = headOf(pattern);
  return head.isWellFormed() ? head : "";
}

/** A pattern with what rules most texts out, and the texts that were found. */
interface OpenPattern {
  readonly pattern: Pattern;
  /** Letters that a text must have, as bits. */
  readonly letters: number;
  /** Minimum number of UTF-16 code units. */
  readonly units: number;
  readonly found: PlaceSet;
}

export function planPattern(pattern: Pattern, found: PlaceSet): OpenPattern {
  let [letters, units] = [0, 0];
  for (const part of pattern.flat()) {
    letters |= lettersOf(part ?? "");
    units += part?.length ?? 1;
  }
  return { pattern, letters, units, found };
}

/** Add a text to the patterns that it matches. @returns the number of patterns that it was compared with */
export function addMatches(open: readonly OpenPattern[], text: string, place: number): number {
  const letters = lettersOf(text);
  let tested = 0;
  for (const { pattern, letters: wanted, units, found } of open) {
    if ((wanted & ~letters) !== 0 || units > text.length) continue;
    tested++;
    if (matchesPattern(pattern, text)) found.add(place);
  }
  return tested;
}

function matchPatterns(
  index: TermLookup,
  [first, end]: readonly [number, number],
  open: readonly OpenPattern[],
  { check }: StepLimits,
  work: TermWork,
): void {
  let steps = 0;
  for (let term = first; term < end; term++) {
    if ((steps += open.length) >= STRIDE) {
      check();
      steps = 0;
    }
    work.tested += addMatches(open, readTerm(index, term), term);
  }
}

/** Return the set of a text's letters as bits, each of which stands for several letters. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at++) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
}
