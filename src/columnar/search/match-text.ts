import { foldText } from "../../query/text/fold.js";
import { headOf } from "../../query/text/pattern.js";
import { passesText, passesWord, type RunTest, type TextTest, type WordTest } from "../../query/text/text-test.js";
import { readTokens, isUnspaced } from "../../query/text/tokens.js";
import { binarySearch } from "../base/binary-search.js";
import type { Values } from "../table/values.js";
import type { TermLookup } from "./term-lookup.js";

/** Values of a dimension, given by their numbers in its term index. */
export type ValueSet = Uint32Array;

/** Values of the attributes from `first` on up to `end`, which is excluded. */
export interface ValueRange {
  readonly attributes: readonly Values[];
  readonly first: number;
  readonly end: number;
}

/**
 * Find the values that pass a test, ascending. Terms are looked up in the index. Tests of their order, or of whole texts,
 * then read the texts that have the terms.
 * @param check called at intervals; throws to abort
 */
export function matchText(index: TermLookup, range: ValueRange, test: TextTest, check: () => void): ValueSet {
  const found = test.parts.length === 0 ? null : matchParts(index, range, test, check);
  if (!test.whole || (found && isImplied(test))) return found!;
  const whole = verify(range, { whole: test.whole, parts: [] }, wholeCandidates(index, range, test.whole), check);
  return found ? unite([found, whole], index.lengths.length) : whole;
}

/** True if every text that passes `whole` passes all parts, too: then the parts are enough. */
function isImplied({ whole }: TextTest): boolean {
  return whole!.is === "same";
}

function matchParts(index: TermLookup, range: ValueRange, { parts }: TextTest, check: () => void): ValueSet {
  const runs = parts.flatMap((part) => (part.is === "run" ? [runCandidates(index, range, part)] : []));
  const terms = new Map(
    parts.flatMap((part) => (part.is === "run" ? [] : part.tokens.map(({ test }) => [keyOf(test), test] as const))),
  );
  const found = intersect([...runs, ...[...terms.values()].map((test) => findTerms(index, range, test, check))]);
  const isExact = parts.every((part) => part.is === "tokens" && part.tokens.length === 1);
  return isExact ? found : verify(range, { whole: null, parts }, found, check);
}

/** Return a key that equal tests share, so that a repeated term is looked up once. */
function keyOf(test: WordTest): unknown {
  return test.is === "same" ? test.text : test;
}

/** Find the values that have a term which passes a test. */
function findTerms(index: TermLookup, range: ValueRange, test: WordTest, check: () => void): ValueSet {
  if (test.is === "same") return within(range, index.find(test.text));
  const head = test.is === "like" ? headOf(test.pattern) : "";
  const found: ValueSet[] = [];
  let numTerms = 0;
  const passes = (term: string): boolean => {
    if (++numTerms % 1024 === 0) check();
    return passesWord(test, term);
  };
  for (const values of index.findAny(head, passes)) found.push(within(range, values));
  return unite(found, index.lengths.length);
}

/** Find the values with all letters of a pattern that belong to a script without spaces. */
function runCandidates(index: TermLookup, range: ValueRange, { pattern }: RunTest): ValueSet {
  const letters = pattern.flat().flatMap((part) => readTokens(part ?? "").filter(({ text }) => isUnspaced(text)));
  const distinct = new Set(letters.map(({ text }) => text));
  return intersect([...distinct].map((text) => within(range, index.find(text))));
}

/**
 * Find the values whose whole text may pass a test. For an equal text these are the values with all its terms, or
 * without any if it has none; for a pattern these are all.
 */
function wholeCandidates(index: TermLookup, range: ValueRange, test: WordTest): ValueSet {
  if (test.is === "same") {
    const tokens = readTokens(test.text);
    if (tokens.length > 0) return intersect(tokens.map(({ text }) => within(range, index.find(text))));
  }
  const members = range.attributes[0]!.length;
  const candidates: number[] = [];
  for (let value = range.first * members; value < range.end * members; value++) {
    if (test.is !== "same" || index.lengths[value] === 0) candidates.push(value);
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

/** Keep the values of a range; `values` must ascend. */
function within({ attributes, first, end }: ValueRange, values: ValueSet): ValueSet {
  if (first === 0 && end === attributes.length) return values;
  const members = attributes[0]!.length;
  const placeOf = (value: number): number => binarySearch(values.length, (place) => values[place]! >= value);
  return values.subarray(placeOf(first * members), placeOf(end * members));
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
