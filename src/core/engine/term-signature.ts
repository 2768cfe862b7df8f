import { hashText } from "../model/values/hash-text.js";
import type { ClauseTest, Condition } from "../query/condition/condition.js";
import type { TextTest, WordTest } from "../query/text/text-test.js";
import { foldText } from "../query/text/fold-text.js";
import { headOf } from "../query/text/pattern.js";
import { readTokens } from "../query/text/tokens.js";
import { makeFilter, mayContain, type TermFilter } from "./term-filter.js";

/**
 * The words of a version's members, to decide without opening it whether a search can match, and how often. Different
 * words may have the same hash, so that it may tell of too many words, never of too few.
 */
export interface TermSignature {
  readonly terms: TermFacts;
  /** The words of dimensions that have too many of them; `null` if there are none. */
  readonly filtered: FilteredTerms | null;
}

/** Words of which only the hashes are known, roughly. */
export interface FilteredTerms {
  /** Their dimensions, a bit each as in `TermFacts`. */
  readonly dimensions: DimensionSet;
  /** The hashes of all terms, and of some of their beginnings. */
  readonly filter: TermFilter;
}

/**
 * The words of which more is known.
 *
 *     hashes     n numbers, ascending: of all terms, and of some of their beginnings
 *     entries    n numbers: the entries with each term, added up over all dimensions; 0 for a beginning
 *     values     n numbers of three parts
 *                  bits 0 … 7    tokens of the shortest value with the term
 *                  bit 8         1 if several dimensions have it
 *                  bits 9 … 31   the dimensions that have it, a bit each, the last one for all from the 23rd on; none in
 *                                signatures of earlier versions of the program
 */
export type TermFacts = Uint32Array;

/** Facts that a signature has about a term. */
export interface TermCount {
  /** Entries that have it, added up over all dimensions. */
  readonly entries: number;
  /** Tokens of the shortest value that has it, at most 255. */
  readonly tokens: number;
  /** True if only one dimension has it, so that every entry was counted once. */
  readonly isExact: boolean;
}

/** Lengths of the beginnings of which there are hashes. */
const BEGINNINGS = [1, 2, 3, 4, 6, 8] as const;
const LONGEST = 8;
/** Begins the hash of a whole term: a term is also a beginning. */
const WHOLE = 0x9e3779b9;
const BEGINNING = 0x811c9dc5;
/** Most tokens of a value that are told. */
export const MAX_TOKENS = 255;
/** Added to the tokens of a term that several dimensions have. */
const SEVERAL = 2 ** 8;
/** Bits before those of dimensions, and the number of these. */
const [BEFORE_DIMENSIONS, DIMENSION_BITS] = [9, 23];

/** Dimensions as bits: several share the last one. */
export type DimensionSet = number;

/** All dimensions: the highest set. */
export const ANY_DIMENSION: DimensionSet = 2 ** DIMENSION_BITS - 1;

function bitOf(dimension: number): DimensionSet {
  return 1 << Math.min(dimension, DIMENSION_BITS - 1);
}

/** Collects the terms of a signature. */
export class TermSigner {
  readonly #terms = new Map<
    string,
    { entries: number; tokens: number; dimensions: DimensionSet; last: number; isExact: boolean }
  >();

  /**
   * Add a folded term of a dimension. One of several calls for a term and dimension counts its entries.
   * @param dimension number of the dimension
   * @param entries number of its entries that have the term
   * @param tokens of the shortest value that has it
   */
  add(term: string, dimension: number, entries: number, tokens: number): void {
    const known = this.#terms.get(term);
    const own = bitOf(dimension);
    if (!known) return void this.#terms.set(term, { entries, tokens, dimensions: own, last: dimension, isExact: true });
    known.entries += entries;
    known.tokens = Math.min(known.tokens, tokens);
    known.isExact &&= known.last === dimension;
    known.dimensions |= own;
  }

  /** Number of different terms. */
  get size(): number {
    return this.#terms.size;
  }

  /** Return the signature, in memory that threads can share. @param filtered words that were not added */
  finish(filtered: FilteredTerms | null = null): TermSignature {
    return { terms: this.#listFacts(), filtered };
  }

  #listFacts(): TermFacts {
    const facts = new Map<number, readonly [entries: number, values: number]>();
    for (const [term, { entries, tokens, dimensions, isExact }] of this.#terms) {
      const within = dimensions << BEFORE_DIMENSIONS;
      for (const length of BEGINNINGS) {
        if (length <= term.length) addHash(facts, hashText(term, length, BEGINNING), 0, SEVERAL | within);
      }
      addHash(facts, hashText(term, term.length, WHOLE), entries, tokens | (isExact ? 0 : SEVERAL) | within);
    }
    const size = facts.size;
    const terms = new Uint32Array(new SharedArrayBuffer(size * 12));
    terms.set(Uint32Array.from(facts.keys()).toSorted());
    for (let at = 0; at < size; at++) {
      const [entries, values] = facts.get(terms[at]!)!;
      terms[size + at] = entries;
      terms[2 * size + at] = values;
    }
    return terms;
  }
}

/** Collects the terms of dimensions that have too many of them to tell more than that they may be there. */
export class TermFilterer {
  readonly #hashes: number[] = [];
  #dimensions: DimensionSet = 0;
  #last = "";

  /** Add a folded term of a dimension. Terms that are alike at their beginnings had better follow each other. */
  add(term: string, dimension: number): void {
    this.#dimensions |= bitOf(dimension);
    const common = commonLength(this.#last, term);
    for (const length of BEGINNINGS) {
      if (length > common && length <= term.length) this.#hashes.push(hashText(term, length, BEGINNING));
    }
    this.#hashes.push(hashText(term, term.length, WHOLE));
    this.#last = term;
  }

  /** Return the filter; `null` without terms. */
  finish(): FilteredTerms | null {
    const hashes = this.#hashes;
    return hashes.length === 0 ? null : { dimensions: this.#dimensions, filter: makeFilter(hashes, hashes.length) };
  }
}

function commonLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length, LONGEST);
  let length = 0;
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}

/** Add a hash. Terms with the same one are counted together. */
function addHash(
  facts: Map<number, readonly [entries: number, values: number]>,
  hash: number,
  entries: number,
  values: number,
): void {
  const [known, before] = facts.get(hash) ?? [0, null];
  const both =
    before === null ? values : SEVERAL | withDimensions(Math.min(tokensIn(before), tokensIn(values)), before | values);
  facts.set(hash, [Math.min(known + entries, 2 ** 32 - 1), both]);
}

function tokensIn(values: number): number {
  return values & (SEVERAL - 1);
}

function withDimensions(tokens: number, values: number): number {
  return tokens | ((values >>> BEFORE_DIMENSIONS) << BEFORE_DIMENSIONS);
}

/** Return what a signature tells about a folded term; `null` if it does not tell how often it is there. */
export function countOfTerm({ terms, filtered }: TermSignature, term: string): TermCount | null {
  const hash = hashText(term, term.length, WHOLE);
  if (filtered && mayContain(filtered.filter, hash)) return null;
  const at = placeOf(terms, hash);
  if (at < 0) return { entries: 0, tokens: MAX_TOKENS, isExact: true };
  const size = terms.length / 3;
  const values = terms[2 * size + at]!;
  return { entries: terms[size + at]!, tokens: tokensIn(values), isExact: (values & SEVERAL) === 0 };
}

/** True if a folded term may be among the words. */
export function mayHaveTerm(signature: TermSignature, term: string): boolean {
  return dimensionsOfTerm(signature, term) !== 0;
}

/** True if a term that begins with a folded text may be among the words. */
export function mayHaveBeginning(signature: TermSignature, head: string): boolean {
  return dimensionsOfBeginning(signature, head) !== 0;
}

/** True if a value of a dimension may pass a test. @param dimension number of the dimension */
export function mayPassIn(signature: TermSignature, dimension: number, text: TextTest): boolean {
  return isIn(dimensionsPassing(signature, text), dimension);
}

/** True if a dimension is one of some. @param dimension number of the dimension */
export function isIn(dimensions: DimensionSet, dimension: number): boolean {
  return (dimensions & bitOf(dimension)) !== 0;
}

/** True if some entry may meet a condition. What no word decides may be met. */
export function mayMeet(signature: TermSignature, condition: Condition): boolean {
  switch (condition.is) {
    case "all":
      return condition.of.every((part) => mayMeet(signature, part));
    case "any":
      return condition.of.some((part) => mayMeet(signature, part));
    case "not":
      return true;
    case "clause":
      return mayPass(signature, condition.test);
  }
}

function mayPass(signature: TermSignature, test: ClauseTest): boolean {
  if (test.on === "amount" || test.on === "id") return true;
  // Attributes that are only searched by their name are not in the signature.
  if (test.target && test.target.attribute.index >= test.target.dimension.attributes.length) return true;
  const wanted = test.target ? bitOf(test.target.dimension.index) : ANY_DIMENSION;
  if (test.on === "text") return (dimensionsPassing(signature, test.text) & wanted) !== 0;
  if (test.value.is !== "one of") return true;
  return test.value.values.some((value) => (dimensionsOfText(signature, foldText(String(value))) & wanted) !== 0);
}

/** Return the dimensions of which a value may pass a test: all its words are in one value. */
export function dimensionsPassing(signature: TermSignature, { whole, parts }: TextTest): DimensionSet {
  const ofWhole = whole ? dimensionsOfWhole(signature, whole) : 0;
  if (parts.length === 0) return ofWhole;
  const words = parts.flatMap((part) => (part.is === "run" ? [] : part.tokens));
  return ofWhole | words.reduce((found, { test }) => found && found & dimensionsOfWord(signature, test), ANY_DIMENSION);
}

function dimensionsOfWhole(signature: TermSignature, test: WordTest): DimensionSet {
  return test.is === "same" ? dimensionsOfText(signature, test.text) : ANY_DIMENSION;
}

/** Return the dimensions that may have all terms of a folded text. */
function dimensionsOfText(signature: TermSignature, folded: string): DimensionSet {
  return readTokens(folded).reduce(
    (found, { text }) => found && found & dimensionsOfTerm(signature, text),
    ANY_DIMENSION,
  );
}

function dimensionsOfWord(signature: TermSignature, test: WordTest): DimensionSet {
  if (test.is === "same") return dimensionsOfTerm(signature, test.text);
  return test.is === "like" ? dimensionsOfBeginning(signature, headOf(test.pattern)) : ANY_DIMENSION;
}

function dimensionsOfTerm(signature: TermSignature, term: string): DimensionSet {
  return dimensionsOfHash(signature, hashText(term, term.length, WHOLE));
}

function dimensionsOfBeginning(signature: TermSignature, head: string): DimensionSet {
  const length = BEGINNINGS.findLast((each) => each <= head.length);
  return length === undefined ? ANY_DIMENSION : dimensionsOfHash(signature, hashText(head, length, BEGINNING));
}

function dimensionsOfHash({ terms, filtered }: TermSignature, hash: number): DimensionSet {
  const more = filtered && mayContain(filtered.filter, hash) ? filtered.dimensions : 0;
  const place = placeOf(terms, hash);
  if (place < 0) return more;
  return more | (terms[(2 * terms.length) / 3 + place]! >>> BEFORE_DIMENSIONS || ANY_DIMENSION);
}

/** Return the place of a hash; -1 if it is not there. */
function placeOf(terms: TermFacts, hash: number): number {
  const size = terms.length / 3;
  let [low, high] = [0, size];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (terms[middle]! < hash) low = middle + 1;
    else high = middle;
  }
  return low < size && terms[low] === hash ? low : -1;
}
