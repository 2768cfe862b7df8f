import { foldText } from "../../../core/query/text/fold-text.js";
import {
  passesText,
  passesWord,
  type RunTest,
  type TextTest,
  type WordTest,
} from "../../../core/query/text/text-test.js";
import { readTokens, isUnspaced } from "../../../core/query/text/tokens.js";
import { binarySearch } from "../base/binary-search.js";
import { PlaceSet } from "../base/place-set.js";
import type { Values } from "../table/values.js";
import { addMatches, planPattern, type StepLimits, TermMatcher, wordKey } from "./match-terms.js";
import { findValues, type TermLookup } from "./term-lookup.js";

/** Values of a dimension, given by their numbers in its term index. */
type ValueSet = Uint32Array;

/** Values of the attributes from `first` on up to `end`, which is excluded. */
export interface ValueRange {
  readonly attributes: readonly Values[];
  readonly first: number;
  readonly end: number;
}

/** Values of a dimension that pass a text test: all that have one of some terms, or those of a list. */
export interface TextMatch {
  readonly range: ValueRange;
  /** `null` if the terms do not decide. */
  readonly terms: PlaceSet | null;
  readonly values: PlaceSet | null;
}

/** A text test, and the attributes whose values it tests. */
export interface RangedTest {
  readonly test: TextTest;
  readonly range: ValueRange;
}

/** Text tests of one query on one dimension. Each word and each pattern of a whole text is matched once. */
export class TextMatcher {
  readonly #index: TermLookup;
  readonly #limits: StepLimits;
  readonly #terms: TermMatcher;
  readonly #whole = new Map<string, PlaceSet>();

  constructor(index: TermLookup, limits: StepLimits) {
    this.#index = index;
    this.#limits = limits;
    this.#terms = new TermMatcher(index, limits);
  }

  /** Match what needs a pass over all terms, or over all texts, for all tests together. */
  matchTogether(all: readonly RangedTest[]): void {
    const words = all.flatMap(({ test }) =>
      test.parts.flatMap((part) => (part.is === "run" ? [] : part.tokens.map((token) => token.test))),
    );
    this.#terms.matchTogether(words);
    const byAttribute = new Map<number, RangedTest[]>();
    for (const each of all) {
      const { whole } = each.test;
      if (!whole || whole.is === "same") continue;
      for (let attribute = each.range.first; attribute < each.range.end; attribute++) {
        byAttribute.set(attribute, [...(byAttribute.get(attribute) ?? []), each]);
      }
    }
    for (const [attribute, tests] of byAttribute) this.#matchWhole(attribute, tests);
  }

  /**
   * Find the values that pass a test. Terms are looked up in the index. Tests of their order, or of whole texts, then
   * read the texts that have the terms.
   */
  match({ test, range }: RangedTest): TextMatch {
    const { whole, parts } = test;
    if (parts.length > 0 && (!whole || isImplied(whole))) {
      const only = onlyWord(test);
      return only
        ? { range, terms: this.#terms.match(only), values: null }
        : { range, terms: null, values: this.#collect([this.#matchParts(range, test)]) };
    }
    const sets = parts.length > 0 ? [this.#matchParts(range, test)] : [];
    return { range, terms: null, values: this.#collect([...sets, this.#ofWhole(range, whole!)]) };
  }

  #matchParts(range: ValueRange, { parts }: TextTest): ValueSet {
    const runs = parts.flatMap((part) => (part.is === "run" ? [this.#runCandidates(range, part)] : []));
    const words = new Map(
      parts.flatMap((part) => (part.is === "run" ? [] : part.tokens.map(({ test }) => [wordKey(test), test] as const))),
    );
    const found = intersect([...runs, ...[...words.values()].map((word) => this.#valuesWith(range, word))]);
    const isExact = parts.every((part) => part.is === "tokens" && part.tokens.length === 1);
    return isExact ? found : verify(range, { whole: null, parts }, found, this.#limits.check);
  }

  /** Find the values that have a term which passes a test. */
  #valuesWith(range: ValueRange, test: WordTest): ValueSet {
    if (test.is === "same") return valuesWithin(range, findValues(this.#index, test.text));
    return listValues(this.#index, { range, terms: this.#terms.match(test), values: null });
  }

  /** Find the values with all letters of a pattern that belong to a script without spaces. */
  #runCandidates(range: ValueRange, { pattern }: RunTest): ValueSet {
    const letters = pattern.flat().flatMap((part) => readTokens(part ?? "").filter(({ text }) => isUnspaced(text)));
    const distinct = new Set(letters.map(({ text }) => text));
    return intersect([...distinct].map((text) => valuesWithin(range, findValues(this.#index, text))));
  }

  /** Find the values whose whole text passes a test. */
  #ofWhole(range: ValueRange, whole: WordTest): ValueSet {
    if (whole.is === "same") {
      const candidates = equalCandidates(this.#index, range, whole.text);
      return verify(range, { whole, parts: [] }, candidates, this.#limits.check);
    }
    const sets: ValueSet[] = [];
    for (let attribute = range.first; attribute < range.end; attribute++) {
      const key = `${attribute} ${wordKey(whole)}`;
      if (!this.#whole.has(key)) this.#matchWhole(attribute, [{ test: { whole, parts: [] }, range }]);
      sets.push(this.#whole.get(key)!.list());
    }
    return unite(sets, this.#index.lengths.length);
  }

  /** Match the whole texts of an attribute with the patterns of some tests, in one pass over the texts. */
  #matchWhole(attribute: number, tests: readonly RangedTest[]): void {
    const { take, check } = this.#limits;
    const values = tests[0]!.range.attributes[attribute]!;
    const patterns: ReturnType<typeof planPattern>[] = [];
    const others: { readonly whole: WordTest; readonly found: PlaceSet }[] = [];
    for (const { test } of tests) {
      const whole = test.whole!;
      const key = `${attribute} ${wordKey(whole)}`;
      if (this.#whole.has(key)) continue;
      const found = new PlaceSet(take);
      this.#whole.set(key, found);
      if (whole.is === "like") patterns.push(planPattern(whole.pattern, found));
      else others.push({ whole, found });
    }
    const stride = Math.max(1, Math.floor(BATCH / (patterns.length + others.length)));
    for (let first = 0; first < values.length; first += stride) {
      check();
      const members = Uint32Array.from({ length: Math.min(stride, values.length - first) }, (_, at) => first + at);
      values.pick(members).forEach((value, at) => {
        if (value === null) return;
        const text = foldText(String(value));
        const place = attribute * values.length + first + at;
        addMatches(patterns, text, place);
        for (const { whole, found } of others) if (passesWord(whole, text)) found.add(place);
      });
    }
  }

  #collect(sets: readonly ValueSet[]): PlaceSet {
    const found = new PlaceSet(this.#limits.take);
    const united = unite(sets, this.#index.lengths.length);
    for (let at = 0; at < united.length; at++) found.add(united[at]!);
    return found;
  }
}

/** List the values of a match, ascending. */
export function listValues(index: TermLookup, { range, terms, values }: TextMatch): Uint32Array {
  if (values) return values.list();
  const found: ValueSet[] = [];
  terms!.forEach((term) => found.push(valuesWithin(range, index.valuesAt(term))));
  return unite(found, index.lengths.length);
}

/** Keep the values of a range; `values` must ascend. */
export function valuesWithin({ attributes, first, end }: ValueRange, values: ValueSet): ValueSet {
  if (first === 0 && end === attributes.length) return values;
  const members = attributes[0]!.length;
  const placeOf = (value: number): number => binarySearch(values.length, (place) => values[place]! >= value);
  return values.subarray(placeOf(first * members), placeOf(end * members));
}

/** True if every text that passes the test of a whole text passes all parts, too: then the parts are enough. */
function isImplied(whole: WordTest): boolean {
  return whole.is === "same";
}

/** Return the only word that a test wants; `null` if it wants several, or anything else. */
function onlyWord({ parts }: TextTest): WordTest | null {
  const [only] = parts;
  return parts.length === 1 && only!.is === "tokens" && only!.tokens.length === 1 ? only!.tokens[0]!.test : null;
}

/** Find the values that may equal a text: those with all its terms, or without any if it has none. */
function equalCandidates(index: TermLookup, range: ValueRange, text: string): ValueSet {
  const tokens = readTokens(text);
  if (tokens.length > 0) return intersect(tokens.map((token) => valuesWithin(range, findValues(index, token.text))));
  const members = range.attributes[0]!.length;
  const candidates: number[] = [];
  for (let value = range.first * members; value < range.end * members; value++) {
    if (index.lengths[value] === 0) candidates.push(value);
  }
  return Uint32Array.from(candidates);
}

/** Texts decoded at once. */
const BATCH = 1024;

/** Keep the candidates whose texts pass a test. */
function verify({ attributes }: ValueRange, test: TextTest, candidates: ValueSet, check: () => void): ValueSet {
  const members = attributes[0]!.length;
  const passed: number[] = [];
  for (let first = 0; first < candidates.length;) {
    check();
    const attribute = Math.floor(candidates[first]! / members);
    let end = first;
    while (end < candidates.length && end - first < BATCH && candidates[end]! < (attribute + 1) * members) end++;
    const batch = candidates.subarray(first, end);
    attributes[attribute]!.pick(batch.map((value) => value - attribute * members)).forEach((value, at) => {
      if (value !== null && passesText(test, foldText(String(value)))) passed.push(batch[at]!);
    });
    first = end;
  }
  return Uint32Array.from(passed);
}

function intersect(sets: readonly ValueSet[]): ValueSet {
  const [least, ...others] = sets.toSorted((a, b) => a.length - b.length);
  const has = (set: ValueSet, value: number): boolean =>
    set[binarySearch(set.length, (place) => set[place]! >= value)] === value;
  return others.reduce((some, other) => some.filter((value) => has(other, value)), least!);
}

/** Return the values that are in any set, ascending. @param size upper bound of the values, excluded */
function unite(sets: readonly ValueSet[], size: number): ValueSet {
  if (sets.length === 1) return sets[0]!;
  const total = sets.reduce((sum, { length }) => sum + length, 0);
  return total * SORT_COST < size ? uniteFew(sets, total) : uniteMany(sets, size);
}

/** Cost of sorting a value, relative to reading one mark. */
const SORT_COST = 32;

function uniteFew(sets: readonly ValueSet[], total: number): ValueSet {
  const all = new Uint32Array(total);
  let at = 0;
  for (const set of sets) {
    all.set(set, at);
    at += set.length;
  }
  all.sort();
  return all.filter((value, place) => place === 0 || value !== all[place - 1]);
}

function uniteMany(sets: readonly ValueSet[], size: number): ValueSet {
  const marks = new Uint8Array(size);
  let count = 0;
  for (const set of sets) {
    for (let at = 0; at < set.length; at++) {
      count += 1 - marks[set[at]!]!;
      marks[set[at]!] = 1;
    }
  }
  const united = new Uint32Array(count);
  for (let value = 0, at = 0; at < count; value++) if (marks[value] === 1) united[at++] = value;
  return united;
}
