import {
  divideFractions,
  type Fraction,
  type FractionsOverOne,
  overOneDenominator,
  reduceFraction,
} from "../model/values/fraction.js";
import type { DivisorOf, Pieces } from "./pieces.js";

/** Numbers that the pieces of some groups are multiplied by. */
export interface Multipliers {
  /** In lowest terms; `null` where a series has no value. */
  readonly each: readonly (Fraction | null)[];
  /** The same with one denominator; 0 for those that are missing. */
  readonly overOne: FractionsOverOne;
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
  const multiplierOf = new Int32Array(pieces.length);
  const sets = new Map<DivisorOf | null, MultiplierSet>();
  const setOf = Array.from({ length }, (_, group): MultiplierSet => {
    const own = piecesOf(group);
    const divisorOf = divisors?.planGroup(own, kept) ?? null;
    let set = sets.get(divisorOf);
    if (!set) sets.set(divisorOf, (set = new MultiplierSet(factors, divisorOf)));
    for (const piece of own) multiplierOf[piece] = set.indexOf(factorOf[piece]!, divisors?.periodOf[piece] ?? 0);
    return set;
  });
  return { piecesOf, multiplierOf, multipliersOf: (group) => setOf[group]! };
}

/** Multipliers of groups that are divided by the same values. */
class MultiplierSet implements Multipliers {
  readonly each: (Fraction | null)[] = [];
  readonly #factors: Pieces["factors"];
  readonly #divisorOf: DivisorOf | null;
  /** Index of each factor, by period; -1 for those that are not there yet. */
  readonly #indexes: Int32Array[] = [];
  #overOne: FractionsOverOne | null = null;

  constructor(factors: Pieces["factors"], divisorOf: DivisorOf | null) {
    this.#factors = factors;
    this.#divisorOf = divisorOf;
  }

  indexOf(factor: number, period: number): number {
    const indexes = (this.#indexes[period] ??= new Int32Array(this.#factors.length).fill(-1));
    if (indexes[factor]! < 0) {
      indexes[factor] = this.each.length;
      this.each.push(this.#compute(this.#factors[factor]!, period));
    }
    return indexes[factor]!;
  }

  get overOne(): FractionsOverOne {
    this.#overOne ??= overOneDenominator(this.each.map((each) => each ?? { numerator: 0, denominator: 1 }));
    return this.#overOne;
  }

  #compute(factor: Fraction | null, period: number): Fraction | null {
    if (!factor || !this.#divisorOf) return factor;
    const divisor = this.#divisorOf(period);
    const divided = divisor && divideFractions(factor, divisor);
    return divided && reduceFraction(divided);
  }
}

/** List the rows of each group in their order. @param groupOf group of each row; negative for none */
function listGroups(groupOf: Int32Array, length: number): (group: number) => Int32Array {
  const ends = new Int32Array(length + 1);
  for (const group of groupOf) if (group >= 0) ends[group + 1]!++;
  for (let group = 0; group < length; group++) ends[group + 1]! += ends[group]!;
  const next = ends.slice();
  const rows = new Int32Array(ends[length]!);
  groupOf.forEach((group, row) => {
    if (group >= 0) rows[next[group]!++] = row;
  });
  return (group) => rows.subarray(ends[group], ends[group + 1]);
}
