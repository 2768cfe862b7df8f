import type { Decimal } from "../model/values/decimal.js";
import { foldText, isAscii } from "../query/text/fold-text.js";
import { passesText, type TextTest } from "../query/text/text-test.js";
import { readTokens } from "../query/text/tokens.js";
import type { ByteReader } from "./byte-sequence.js";
import { numDimensionsOf, hasMemberSums, type MemberSums, openSummed } from "./member-sums.js";
import { dimensionsPassing, isIn, MAX_TOKENS, type TermCount, type TermSignature } from "./term-signature.js";

/** Entries whose members pass a test. */
export interface PassingCount extends TermCount {
  /** The largest of their amounts; `null` if it is not known. */
  readonly largest: Decimal | null;
}

/**
 * Count the entries of a version whose members pass a test of text in any dimension, by its stored members; `null` if
 * members that may pass are not stored. Their largest amount is known of versions with one measure, if each is the only
 * one of its member in a year.
 * Cost: 20 ns for each value of the dimensions that may pass, and to read and fold those that have all words.
 */
export function countPassing(sums: MemberSums, signature: TermSignature, test: TextTest): PassingCount | null {
  const passing = dimensionsPassing(signature, test);
  const words = requiredWords(test);
  const years: YearsCount = { entries: 0, largest: null, isKnown: true };
  let [tokens, dimensions] = [MAX_TOKENS, 0];
  for (let dimension = 0; dimension < numDimensionsOf(sums); dimension++) {
    if (!isIn(passing, dimension)) continue;
    if (!hasMemberSums(sums, dimension)) return null;
    const before = years.entries;
    tokens = Math.min(tokens, countIn(sums, dimension, { test, words }, years));
    if (years.entries > before) dimensions++;
  }
  const { entries, largest, isKnown } = years;
  return { entries, tokens, isExact: dimensions <= 1, largest: isKnown ? largest : null };
}

/** List words that every text which passes has, as bytes. */
function requiredWords({ whole, parts }: TextTest): readonly Uint8Array[] {
  if (whole) return [];
  const tests = parts.flatMap((part) => (part.is === "run" ? [] : part.tokens.map(({ test }) => test)));
  return tests.flatMap((test) => (test.is === "same" && isAscii(test.text) ? [Buffer.from(test.text)] : []));
}

/** A test, and words that every text which passes it has. */
interface WordsTest {
  readonly test: TextTest;
  readonly words: readonly Uint8Array[];
}

/** Years of members, added up. */
interface YearsCount {
  entries: number;
  /** The largest amount so far. */
  largest: Decimal | null;
  /** False if some amount was added to others. */
  isKnown: boolean;
}

/** Count the members of a dimension. @returns the tokens of the shortest value that passes */
function countIn(sums: MemberSums, dimension: number, { test, words }: WordsTest, years: YearsCount): number {
  const { reader, offsets, scales } = openSummed(sums, dimension);
  let tokens = MAX_TOKENS;
  for (let code = 0; code < offsets.length - 1; code++) {
    reader.seek(offsets[code]!);
    let passes = false;
    for (let left = reader.integer(); left > 0; left--) {
      const value = reader.value(words);
      if (value === null) continue;
      const folded = foldText(String(value));
      if (!passesText(test, folded)) continue;
      passes = true;
      tokens = Math.min(tokens, readTokens(folded).length);
    }
    if (passes) addYears(reader, scales, years);
  }
  return tokens;
}

/** Add the years of a member, which are read next. */
function addYears(reader: ByteReader, scales: readonly number[], count: YearsCount): void {
  for (let years = reader.integer(); years > 0; years--) {
    reader.skip();
    const entries = reader.integer();
    count.entries += entries;
    count.isKnown &&= entries === 1 && scales.length === 1;
    if (count.isKnown) {
      const amount = { unscaled: reader.signed(), scale: scales[0]! };
      if (count.largest === null || amount.unscaled > count.largest.unscaled) count.largest = amount;
    } else {
      for (let left = scales.length; left > 0; left--) reader.skip();
    }
  }
}
