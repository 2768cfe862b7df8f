import type { DecimalColumn } from "../model/values/decimal-column.js";
import {
  addIntegers,
  compareFractions,
  type Fraction,
  type Integer,
  nearestQuotient,
  powerOfTen,
  sumFractions,
} from "../model/values/fraction.js";
import { figuresByRow, figureAt, figuresOnDemand, type FractionColumn } from "./column.js";
import { sumProducts } from "./double-sums.js";
import { type GroupedPieces, multiplyPieces } from "./multiply-pieces.js";
import type { Pieces, PieceStatistic } from "./pieces.js";

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
  const grouped = multiplyPieces(pieces, groupOf, length, kept);
  return {
    sums: pieces.sums.map((column) => column && sumGroups(column, grouped, length)),
    statistics: pieces.statistics.map(
      (statistic) => statistic && figuresByRow(length, (group) => mergeGroup(statistic, grouped, group)),
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

/** Sum groups by pairs of doubles, and exactly what they leave open. */
function sumGroups(column: DecimalColumn, grouped: GroupedPieces, length: number): FractionColumn {
  const { unscaled, scale } = column;
  const sumExactly = (group: number): Fraction | null => sumGroup(column, grouped, group);
  const unit = powerOfTen(scale);
  if (!(unscaled instanceof Float64Array) || typeof unit === "bigint") return figuresByRow(length, sumExactly);
  const nearest = new Float64Array(length);
  for (let group = 0; group < length; group++) {
    const { doubles } = grouped.multipliersOf(group);
    const pieces = grouped.piecesOf(group);
    const merged = pieces.length > doubles.highs.length ? mergeAlike(unscaled, grouped, group) : null;
    let sum = merged
      ? sumProducts(merged.amounts, merged.present, null, doubles, unit)
      : sumProducts(unscaled, pieces, grouped.multiplierOf, doubles, unit);
    if (Number.isNaN(sum)) {
      const exact = sumExactly(group);
      if (exact) sum = nearestQuotient(exact.numerator, exact.denominator);
    }
    nearest[group] = sum;
  }
  return figuresOnDemand(nearest, sumExactly);
}

/** Amounts of a group, added up by what they are multiplied by. */
interface MergedAmounts {
  /** Sums by multiplier. */
  readonly amounts: Float64Array;
  /** Multipliers that the group has. */
  readonly present: Int32Array;
}

/** Add up the amounts of a group that are multiplied alike; `null` if a sum is too large to be exact. */
function mergeAlike(unscaled: Float64Array, grouped: GroupedPieces, group: number): MergedAmounts | null {
  const pieces = grouped.piecesOf(group);
  const { multiplierOf } = grouped;
  const amounts = new Float64Array(grouped.multipliersOf(group).each.length).fill(Number.NaN);
  const present: number[] = [];
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at]!;
    const multiplier = multiplierOf[piece]!;
    const before = amounts[multiplier]!;
    const sum = Number.isNaN(before) ? unscaled[piece]! : before + unscaled[piece]!;
    if (!Number.isSafeInteger(sum)) return null;
    if (Number.isNaN(before)) present.push(multiplier);
    amounts[multiplier] = sum;
  }
  return { amounts, present: Int32Array.from(present) };
}

/** Groups with fewer pieces for each multiplier keep denominators of their own, which are shorter. */
const FEW = 1 / 4;

function sumGroup({ unscaled, scale }: DecimalColumn, grouped: GroupedPieces, group: number): Fraction | null {
  const pieces = grouped.piecesOf(group);
  const { multiplierOf } = grouped;
  const multipliers = grouped.multipliersOf(group);
  const { each } = multipliers;
  for (const piece of pieces) if (each[multiplierOf[piece]!] === null) return null;
  const unit = BigInt(powerOfTen(scale));
  if (pieces.length < each.length * FEW) {
    const terms = Array.from(pieces, (piece): Fraction => {
      const { numerator, denominator } = each[multiplierOf[piece]!]!;
      return { numerator: BigInt(unscaled[piece]!) * BigInt(numerator), denominator: unit * BigInt(denominator) };
    });
    return sumFractions(terms);
  }
  const { numerators, denominator } = multipliers.overOne;
  let sum = 0n;
  if (pieces.length > each.length) {
    const merged = each.map((): Integer => 0);
    for (const piece of pieces) {
      const at = multiplierOf[piece]!;
      merged[at] = addIntegers(merged[at]!, unscaled[piece]!);
    }
    merged.forEach((integer, at) => (sum += BigInt(integer) * numerators[at]!));
  } else for (const piece of pieces) sum += BigInt(unscaled[piece]!) * numerators[multiplierOf[piece]!]!;
  return { numerator: sum, denominator: unit * denominator };
}

function mergeGroup({ is, figures }: PieceStatistic, grouped: GroupedPieces, group: number): Fraction | null {
  const { each } = grouped.multipliersOf(group);
  let merged: Fraction | null = null;
  for (const piece of grouped.piecesOf(group)) {
    const by = each[grouped.multiplierOf[piece]!]!;
    if (!by) return null;
    const figure = figureAt(figures, piece);
    if (!figure) continue;
    const adjusted: Fraction = {
      numerator: BigInt(figure.numerator) * BigInt(by.numerator),
      denominator: BigInt(figure.denominator) * BigInt(by.denominator),
    };
    const order: number = merged === null ? 0 : compareFractions(adjusted, merged);
    if (merged === null || (is === "least" ? order < 0 : order > 0)) merged = adjusted;
  }
  return merged;
}
