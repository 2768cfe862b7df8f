import { binarySearch } from "../base/binary-search.js";

/**
 * Term index of a dimension: the terms of its members' values, in the order of their UTF-8 bytes. The value of attribute
 * `a` of member `m` has the number `a × members + m`.
 */
export interface TermLookup {
  /** Number of distinct terms. */
  readonly size: number;
  /** Term `t` is `bytes[offsets[t] … offsets[t + 1]]`. */
  readonly offsets: Uint32Array;
  readonly bytes: Buffer;
  /** Return the values that have a term; ascending. */
  valuesAt(term: number): Uint32Array;
  /** For each value its number of tokens, at most 255. */
  readonly lengths: Uint8Array;
}

/** Make the index of sorted terms. @param valuesAt returns the values that have a term, by its number; ascending */
export function lookupTerms(
  terms: readonly string[],
  lengths: Uint8Array,
  valuesAt: (term: number) => Uint32Array,
): TermLookup {
  const offsets = new Uint32Array(terms.length + 1);
  const bytes = Buffer.from(terms.join(""));
  // A text of ASCII alone has as many bytes as characters.
  const isAscii = bytes.length === terms.reduce((sum, { length }) => sum + length, 0);
  terms.forEach((term, at) => (offsets[at + 1] = offsets[at]! + (isAscii ? term.length : Buffer.byteLength(term))));
  return { size: terms.length, offsets, bytes, lengths, valuesAt };
}

/** Return the values that have a term; ascending. Cost: a binary search. */
export function findValues(index: TermLookup, text: string): Uint32Array {
  const term = findTerm(index, text);
  return term < 0 ? new Uint32Array(0) : index.valuesAt(term);
}

/** Return the number of a term; -1 if no value has it. */
export function findTerm(index: TermLookup, text: string): number {
  const wanted = Buffer.from(text);
  const term = firstNotBelow(index, wanted);
  return term < index.size && compareTerm(index, term, wanted) === 0 ? term : -1;
}

/** Return the terms that begin with a text: the first one, and the one after the last. */
export function findHead(index: TermLookup, head: string): readonly [first: number, end: number] {
  const wanted = Buffer.from(head);
  // No UTF-8 text has this byte, so the text is above all that begin with the head.
  return [firstNotBelow(index, wanted), firstNotBelow(index, Buffer.concat([wanted, Buffer.of(0xff)]))];
}

export function readTerm({ bytes, offsets }: TermLookup, term: number): string {
  return bytes.toString("utf8", offsets[term], offsets[term + 1]);
}

function firstNotBelow(index: TermLookup, wanted: Buffer): number {
  return binarySearch(index.size, (term) => compareTerm(index, term, wanted) >= 0);
}

function compareTerm({ bytes, offsets }: TermLookup, term: number, wanted: Buffer): number {
  return bytes.compare(wanted, 0, wanted.length, offsets[term], offsets[term + 1]);
}
