import type { Condition } from "../../../core/query/condition/condition.js";
import type { ZeroedArrays } from "../base/zeroed-arrays.js";
import { divideValues, isOrdered, type OrderTest, visitOthers } from "../select/value-intervals.js";
import type { DimensionColumn } from "../table/table.js";
import type { Values } from "../table/values.js";
import type { ClauseBitsets } from "./clause-bitsets.js";
import { ItemClasses } from "./item-classes.js";
import type { StepLimits } from "./match-terms.js";
import type { TextMatch } from "./match-text.js";
import type { SearchedTexts } from "./searched-texts.js";
import type { TermLookup } from "./term-lookup.js";

/** A text clause, and the values of a dimension that match it. */
export interface MatchedText {
  /** Number of the clause among those that are scored. */
  readonly clause: number;
  readonly match: TextMatch;
}

/** A clause about the values of one attribute. */
export interface MatchedValue {
  readonly clause: number;
  readonly test: Extract<Extract<Condition, { is: "clause" }>["test"], { on: "value" }>;
}

/** Words of the matrix of a block of terms and all clauses. */
const BLOCK_WORDS = 2 ** 20;
/** Maximum terms of a block. */
const MAX_BLOCK = 2 ** 16;
/** Members between two checks. */
const STRIDE = 2 ** 14;

/** Text clauses, and the texts that they were matched with. */
export interface MatchedTexts {
  readonly in: SearchedTexts;
  readonly texts: readonly MatchedText[];
}

/**
 * Classify the members of a dimension by the clauses that they match. Terms that match the same clauses are one step, and
 * the values of a term are read once, however many clauses it matches.
 * Cost: a step for each term that a clause matches, and for each value of these terms; for derived members, one for each
 * member that they are derived from.
 */
export function classifyMembers(
  { attributes }: DimensionColumn,
  matched: readonly MatchedTexts[],
  tests: readonly MatchedValue[],
  sets: ClauseBitsets,
  limits: StepLimits,
  arrays: ZeroedArrays,
): ItemClasses {
  const make = (items: number): ItemClasses => new ItemClasses(items, sets, limits.take, arrays);
  const classes = make(attributes[0]!.length);
  for (const { in: searched, texts } of matched) {
    addDerived(
      classes,
      searched.derived?.targets,
      () => make(searched.attributes[0]!.length),
      limits.check,
      (own) => {
        addTerms(searched.index, searched, texts, sets, own, limits);
        addValues(searched.index, searched.attributes[0]!.length, texts, sets, own, limits);
      },
    );
  }
  for (const [at, values] of attributes.entries()) {
    const own = tests.filter(({ test }) => test.target.attribute.index === at);
    if (own.length === 0) continue;
    const members = values.mapped?.values() ?? values;
    addDerived(
      classes,
      values.mapped?.targets,
      () => make(members.length),
      limits.check,
      (to) => addTests(members, own, sets, to, limits),
    );
  }
  return classes;
}

/**
 * Classify derived members, and add their classes to the members that stand for them.
 * @param targets derived member of each member; absent if members are classified themselves
 */
function addDerived(
  classes: ItemClasses,
  targets: (() => Uint32Array) | undefined,
  makeDerived: () => ItemClasses,
  check: () => void,
  classify: (to: ItemClasses) => void,
): void {
  if (!targets) return classify(classes);
  const derived = makeDerived();
  classify(derived);
  classes.addFrom(derived, targets(), check);
  derived.release();
}

function addTerms(
  index: TermLookup,
  { attributes }: SearchedTexts,
  texts: readonly MatchedText[],
  sets: ClauseBitsets,
  classes: ItemClasses,
  limits: StepLimits,
): void {
  const byTerms = texts.filter(({ match }) => match.terms !== null && match.terms.count > 0);
  if (byTerms.length === 0) return;
  const { words } = sets;
  // A power of two, so that no block begins within a chunk of terms and ends in another.
  const block = Math.min(MAX_BLOCK, 2 ** Math.floor(Math.log2(BLOCK_WORDS / words)));
  const bits = new Uint32Array(Math.min(block, index.size) * words);
  const masks = maskAttributes(byTerms, attributes.length, words);
  const read = new TermReader(index, attributes[0]!.length, sets, classes, masks, limits.check);
  for (let first = 0; first < index.size; first += block) {
    const end = Math.min(first + block, index.size);
    bits.fill(0);
    for (const { clause, match } of byTerms) {
      limits.check();
      const [word, bit] = [clause >>> 5, 1 << (clause & 31)];
      match.terms!.forEach((term) => (bits[(term - first) * words + word]! |= bit), first, end);
    }
    for (let term = first; term < end; term++) {
      const set = sets.numberOf(bits, (term - first) * words);
      if (set !== 0) read.add(term, set);
    }
  }
}

/** Return for each attribute the clauses that test its values; `null` if all clauses test all attributes. */
function maskAttributes(
  texts: readonly MatchedText[],
  attributes: number,
  words: number,
): readonly Uint32Array[] | null {
  if (texts.every(({ match: { range } }) => range.end - range.first === attributes)) return null;
  return Array.from({ length: attributes }, (_, attribute) => {
    const mask = new Uint32Array(words);
    for (const { clause, match } of texts) {
      if (match.range.first <= attribute && attribute < match.range.end) mask[clause >>> 5]! |= 1 << (clause & 31);
    }
    return mask;
  });
}

/** Adds the values of terms to the classes of their members. */
class TermReader {
  readonly #index: TermLookup;
  readonly #members: number;
  readonly #sets: ClauseBitsets;
  readonly #classes: ItemClasses;
  readonly #masks: readonly Uint32Array[] | null;
  readonly #check: () => void;
  /** Step of each length, for the current set of clauses; -1 if not known. */
  readonly #steps = new Int32Array(256);
  #read = 0;

  constructor(
    index: TermLookup,
    members: number,
    sets: ClauseBitsets,
    classes: ItemClasses,
    masks: readonly Uint32Array[] | null,
    check: () => void,
  ) {
    this.#index = index;
    this.#members = members;
    this.#sets = sets;
    this.#classes = classes;
    this.#masks = masks;
    this.#check = check;
  }

  add(term: number, set: number): void {
    const values = this.#index.valuesAt(term);
    const masks = this.#masks;
    for (let from = 0; from < values.length;) {
      const attribute = Math.floor(values[from]! / this.#members);
      const own = masks ? this.#sets.intersect(set, masks[attribute]!) : set;
      from = this.#addAttribute(values, from, attribute * this.#members, own);
    }
  }

  /** Add the values of one attribute. @returns the place after them */
  #addAttribute(values: Uint32Array, from: number, first: number, set: number): number {
    const { lengths } = this.#index;
    const [classes, steps, members] = [this.#classes, this.#steps, this.#members];
    steps.fill(-1);
    let at = from;
    for (; at < values.length; at++) {
      const value = values[at]!;
      if (value - first >= members) break;
      if (++this.#read % STRIDE === 0) this.#check();
      const length = Math.max(1, lengths[value]!);
      let step = steps[length]!;
      if (step < 0) step = steps[length] = classes.stepOf(set, length);
      classes.add(value - first, step);
    }
    return at;
  }
}

/** Add values that were found one by one. */
function addValues(
  { lengths }: TermLookup,
  size: number,
  texts: readonly MatchedText[],
  sets: ClauseBitsets,
  classes: ItemClasses,
  { check }: StepLimits,
): void {
  for (const { clause, match } of texts) {
    if (!match.values) continue;
    check();
    const set = setOf(sets, clause);
    match.values.forEach((value) => classes.add(value % size, classes.stepOf(set, Math.max(1, lengths[value]!))));
  }
}

/** Add tests of one attribute, which match with a length of 1. Those by order are computed together. */
function addTests(
  values: Values,
  tests: readonly MatchedValue[],
  sets: ClauseBitsets,
  classes: ItemClasses,
  { check }: StepLimits,
): void {
  const ordered = tests.filter(({ test }) => isOrdered(test.value));
  for (const { clause, test } of tests) {
    if (isOrdered(test.value)) continue;
    const step = classes.stepOf(setOf(sets, clause), 1);
    visitOthers(values, test.value, check, (member) => classes.add(member, step));
  }
  if (ordered.length === 0) return;
  const intervals = divideValues(
    values,
    ordered.map(({ test }) => test.value as OrderTest),
  );
  const bits = new Uint32Array(intervals.size * sets.words);
  for (const { clause, test } of ordered) {
    const bit = 1 << (clause & 31);
    intervals.passOf(test.value as OrderTest).forEach((pass, interval) => {
      if (pass === 1) bits[interval * sets.words + (clause >>> 5)]! |= bit;
    });
  }
  const steps = Array.from({ length: intervals.size }, (_, interval) =>
    classes.stepOf(sets.numberOf(bits, interval * sets.words), 1),
  );
  for (let first = 0; first < values.length; first += STRIDE) {
    check();
    const end = Math.min(first + STRIDE, values.length);
    intervals.visit(first, end, (member, interval) => classes.add(member, steps[interval]!));
  }
}

function setOf(sets: ClauseBitsets, clause: number): number {
  const bits = new Uint32Array(sets.words);
  bits[clause >>> 5] = 1 << (clause & 31);
  return sets.numberOf(bits, 0);
}
