import {
  divideFractions,
  type Fraction,
  type FractionsOverOne,
  overOneDenominator,
  reduceFraction,
  ZERO_FRACTION,
} from "../model/values/fraction.js";
import { type DoublePairs, pairDoubles } from "./double-sums.js";
import { firstRows, joinCodes } from "./partition.js";
import type { DivisorOf, Pieces } from "./pieces.js";

/** Numbers that the pieces of some groups are multiplied by. */
export interface Multipliers {
  /** In lowest terms; `null` where a series has no value, or the groups have no such pieces. */
  readonly each: readonly (Fraction | null)[];
  /** The same with one denominator; 0 for those that are missing. */
  readonly overOne: FractionsOverOne;
  readonly doubles: DoublePairs;
}

/** Pieces group by group, with what each is multiplied by. */
export interface GroupedPieces {
  readonly piecesOf: (group: number) => Int32Array;
  /** Multiplier of each piece, as an index into those of its group. */
  readonly multiplierOf: Int32Array;
  readonly multipliersOf: (group: number) => Multipliers;
}

/**
 * Find what pieces are multiplied by: their factor, divided by what their group has in their period. Groups that are
 * divided by the same values share their multipliers.
 */
export function multiplyPieces(
  pieces: Pieces,
  groupOf: Int32Array,
  length: number,
  kept: readonly boolean[],
): GroupedPieces {
  const { factorOf, factors, divisors } = pieces;
  const piecesOf = listGroups(groupOf, length);
  if (!divisors) {
    const all = new MultiplierSet(factors);
    return { piecesOf, multiplierOf: factorOf, multipliersOf: () => all };
  }
  const alike = joinCodes([{ groupOf: factorOf, length: factors.length }, divisors.periods]);
  const multiplierOf = alike.groupOf;
  const firsts = firstRows(alike);
  const sets = new Map<DivisorOf, MultiplierSet>();
  const setOf = Array.from({ length }, (_, group): MultiplierSet => {
    const own = piecesOf(group);
    const divisorOf = divisors.planGroup(own, kept);
    let set = sets.get(divisorOf);
    if (!set) sets.set(divisorOf, (set = new MultiplierSet(Array.from(firsts, () => null))));
    const { isKnown } = set;
    for (let at = 0; at < own.length; at++) {
      const multiplier = multiplierOf[own[at]!]!;
      if (isKnown[multiplier] === 1) continue;
      const piece = firsts[multiplier]!;
      set.set(multiplier, divide(factors[factorOf[piece]!]!, divisorOf(divisors.periods.groupOf[piece]!)));
    }
    return set;
  });
  return { piecesOf, multiplierOf, multipliersOf: (group) => setOf[group]! };
}

function divide(factor: Fraction | null, divisor: Fraction | null): Fraction | null {
  const divided = factor && divisor && divideFractions(factor, divisor);
  return divided && reduceFraction(divided);
}

/** Multipliers of groups that are divided by the same values. */
class MultiplierSet implements Multipliers {
  readonly each: (Fraction | null)[];
  /** 1 for those that are set. */
  readonly isKnown: Uint8Array;
  #overOne: FractionsOverOne | null = null;
  #doubles: DoublePairs | null = null;

  constructor(each: readonly (Fraction | null)[]) {
    this.each = [...each];
    this.isKnown = new Uint8Array(each.length);
  }

  set(multiplier: number, value: Fraction | null): void {
    this.each[multiplier] = value;
    this.isKnown[multiplier] = 1;
  }

  get overOne(): FractionsOverOne {
    this.#overOne ??= overOneDenominator(this.each.map((each) => each ?? ZERO_FRACTION));
    return this.#overOne;
  }

  get doubles(): DoublePairs {
    this.#doubles ??= pairDoubles(this.each);
    return this.#doubles;
  }
}

/** List the rows of each group in their order. @param groupOf group of each row; negative for none */
function listGroups(groupOf: Int32Array, length: number): (group: number) => Int32Array {
  const ends = new Int32Array(length + 1);
  for (let row = 0; row < groupOf.length; row++) if (groupOf[row]! >= 0) ends[groupOf[row]! + 1]!++;
  for (let group = 0; group < length; group++) ends[group + 1]! += ends[group]!;
  const next = ends.slice();
  const rows = new Int32Array(ends[length]!);
  for (let row = 0; row < groupOf.length; row++) if (groupOf[row]! >= 0) rows[next[groupOf[row]!]!++] = row;
  return (group) => rows.subarray(ends[group], ends[group + 1]);
}
