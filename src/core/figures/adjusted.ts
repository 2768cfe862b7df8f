import type { DecimalColumn } from "../model/values/decimal-column.js";
import {
  addIntegers,
  compareFractions,
  type Fraction,
  type Integer,
  powerOfTen,
  reduceFraction,
  sumFractions,
} from "../model/values/fraction.js";
import { computeFigures, figureAt, type FractionColumn } from "./column.js";

/** Sums and statistics of groups after adjustments: of prices, currencies and people. */
export interface AdjustedGroups {
  /** A column for each measure of the query; `null` for one that is no money. Missing where a piece has no value. */
  readonly sums: readonly (FractionColumn | null)[];
  /** A column for each statistic of the query; `null` for one that is not adjusted. */
  readonly statistics: readonly (FractionColumn | null)[];
  /**
   * Put groups together, from their pieces.
   * @param into for each group the one that it becomes a part of; negative for none
   * @param kept for each key of the query, true if the new groups have it; `null` if they are members that are shown together
   */
  readonly add: (into: Int32Array, length: number, kept: readonly boolean[] | null) => AdjustedGroups;
}

/** Entries that are adjusted alike: of one cell, period and member of what the series have. */
export interface Pieces {
  readonly length: number;
  /** Exact sums of each measure before adjustments; `null` for one that is no money. */
  readonly sums: readonly (DecimalColumn | null)[];
  /** Least or greatest amounts for each statistic; `null` for one that is not adjusted. */
  readonly statistics: readonly (PieceStatistic | null)[];
  /** Factor of the amounts of each, as an index into `factors`. */
  readonly factorOf: Int32Array;
  /** Above 0; `null` where a series has no value. */
  readonly factors: readonly (Fraction | null)[];
  /** Values that they are divided by; `null` for none. */
  readonly divisors: Divisors | null;
}

export interface PieceStatistic {
  readonly is: "least" | "greatest";
  readonly figures: FractionColumn;
}

/** Values of a series that amounts are divided by. */
export interface Divisors {
  /** Period of each piece, as a number. */
  readonly periodOf: Int32Array;
  /**
   * Plan by what the amounts of a group are divided in each period; `null` where a series has no value.
   * @param pieces those of the group
   * @param kept for each key of the query, true if the group has it
   */
  readonly planGroup: (pieces: readonly number[], kept: readonly boolean[]) => (period: number) => Fraction | null;
}

/**
 * Adjust groups of pieces: the sum over periods of the sum of adjusted amounts, divided by what the group has in it.
 * @param groupOf group of each piece; negative for none
 * @param kept for each key of the query, true if the groups have it
 */
export function adjustGroups(
  pieces: Pieces,
  groupOf: Int32Array,
  length: number,
  kept: readonly boolean[],
): AdjustedGroups {
  const byGroup: number[][] = Array.from({ length }, () => []);
  groupOf.forEach((group, piece) => {
    if (group >= 0) byGroup[group]!.push(piece);
  });
  const parts = byGroup.map((own) => divideParts(pieces, own, kept));
  return {
    sums: pieces.sums.map((column) => column && computeFigures(length, (group) => sumParts(column, parts[group]!))),
    statistics: pieces.statistics.map(
      (statistic) => statistic && computeFigures(length, (group) => mergeParts(statistic, parts[group]!)),
    ),
    add(into, count, keptNext) {
      const next = groupOf.map((group) => (group < 0 ? -1 : into[group]!));
      return adjustGroups(
        pieces,
        next,
        count,
        kept.map((isKept, key) => isKept && (keptNext?.[key] ?? true)),
      );
    },
  };
}

/** Pieces of a group that are multiplied by the same number. */
interface Part {
  readonly pieces: number[];
  /** `null` where a series has no value. */
  readonly by: Fraction | null;
}

/** Put the pieces of a group together that are multiplied by the same number. */
function divideParts(pieces: Pieces, own: readonly number[], kept: readonly boolean[]): readonly Part[] {
  const { factorOf, factors, divisors } = pieces;
  const divisorOf = divisors?.planGroup(own, kept);
  const parts = new Map<string | number, Part>();
  for (const piece of own) {
    const period = divisors?.periodOf[piece] ?? 0;
    const key = divisors ? `${factorOf[piece]!} ${period}` : factorOf[piece]!;
    let part = parts.get(key);
    if (!part) {
      const factor = factors[factorOf[piece]!]!;
      const divisor = divisorOf && factor ? divisorOf(period) : null;
      part = { pieces: [], by: !divisorOf ? factor : factor && divisor ? divide(factor, divisor) : null };
      parts.set(key, part);
    }
    part.pieces.push(piece);
  }
  return [...parts.values()];
}

function divide(a: Fraction, b: Fraction): Fraction {
  return reduceFraction({
    numerator: BigInt(a.numerator) * BigInt(b.denominator),
    denominator: BigInt(a.denominator) * BigInt(b.numerator),
  });
}

function sumParts({ unscaled, scale }: DecimalColumn, parts: readonly Part[]): Fraction | null {
  const unit = BigInt(powerOfTen(scale));
  const terms: Fraction[] = [];
  for (const { pieces, by } of parts) {
    if (!by) return null;
    let sum: Integer = 0;
    for (const piece of pieces) sum = addIntegers(sum, unscaled[piece]!);
    terms.push({ numerator: BigInt(sum) * BigInt(by.numerator), denominator: unit * BigInt(by.denominator) });
  }
  return sumFractions(terms);
}

function mergeParts({ is, figures }: PieceStatistic, parts: readonly Part[]): Fraction | null {
  let merged: Fraction | null = null;
  for (const { pieces, by } of parts) {
    if (!by) return null;
    for (const piece of pieces) {
      const figure = figureAt(figures, piece);
      if (!figure) continue;
      const adjusted: Fraction = {
        numerator: BigInt(figure.numerator) * BigInt(by.numerator),
        denominator: BigInt(figure.denominator) * BigInt(by.denominator),
      };
      const order: number = merged === null ? 0 : compareFractions(adjusted, merged);
      if (merged === null || (is === "least" ? order < 0 : order > 0)) merged = adjusted;
    }
  }
  return merged;
}
