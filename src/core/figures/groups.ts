import type { AggregateResult, Cells } from "../engine/engine.js";
import { type DecimalColumn, packBigIntegers } from "../model/values/decimal-column.js";
import { addIntegers, type Fraction, type Integer, powerOfTen, ZERO_FRACTION } from "../model/values/fraction.js";
import { AMOUNT_STATISTICS } from "../model/measure-functions.js";
import type { AggregateQuery, Statistic } from "../query/aggregate/query.js";
import type { AdjustedGroups } from "./adjusted.js";
import { figuresByRow, decimalFigures, figureAt, type FractionColumn } from "./column.js";

/** Sums and numbers of entries of some groups of entries: of cells, of cells put together, or of all entries. */
export interface CellGroups {
  readonly length: number;
  /** An exact column for each measure of the query. */
  readonly sums: readonly DecimalColumn[];
  /** A column for each statistic of the query. */
  readonly statistics: readonly StatisticFigures[];
  readonly numEntries: Float64Array;
  /** Sums and statistics after adjustments; absent without any. */
  readonly adjusted?: AdjustedGroups | undefined;
  /** The same groups of the other side; absent without one. */
  readonly against?: CellGroups | undefined;
}

/** The figures of a statistic; missing where the sums of parts do not give it. */
export interface StatisticFigures {
  readonly is: Statistic["is"];
  readonly figures: FractionColumn;
}

/** Adjusts the cells of one side, and their total. */
export interface GroupAdjuster {
  readonly cells: (cells: Pick<Cells, "length" | "keys">, groups: CellGroups) => CellGroups;
  readonly total: (group: CellGroups) => CellGroups;
}

/** Return cells as groups. */
export function groupsOf(cells: Cells, { statistics: described = [] }: AggregateQuery): CellGroups {
  const { length, sums, numEntries, statistics = [] } = cells;
  return {
    length,
    sums,
    numEntries,
    statistics: described.map(({ is }, at) => {
      const figures = decimalFigures(statistics[at]!);
      // A cell without entries is the only one.
      const isEmpty = is !== "count" && length === 1 && numEntries[0] === 0;
      return { is, figures: isEmpty ? { ...figures, denominators: [0] } : figures };
    }),
  };
}

/**
 * Return the one group of all entries.
 * @param other result of the other side, whose query has the same statistics
 */
export function totalGroup(
  { totals, numEntries, statistics = [] }: AggregateResult,
  query: AggregateQuery,
  other?: AggregateResult,
): CellGroups {
  const { statistics: described = [] } = query;
  return {
    against: other && totalGroup(other, query),
    length: 1,
    sums: totals.map(({ unscaled, scale }) => packBigIntegers([unscaled], scale)),
    statistics: described.map(({ is }, at) => {
      const total = statistics[at];
      const figure = total ? { numerator: total.unscaled, denominator: powerOfTen(total.scale) } : null;
      return { is, figures: figuresByRow(1, () => figure, total?.scale ?? null) };
    }),
    numEntries: Float64Array.of(numEntries),
  };
}

/**
 * Put groups together. Medians and numbers of members of the whole are unknown then.
 * @param into for each group the one that it becomes a part of; negative for none
 * @param length number of the groups that they become
 * @param kept for each key of the query, true if the new groups have it; `null` if they are cells that are shown together
 */
export function addGroups(
  groups: CellGroups,
  into: Int32Array,
  length: number,
  kept: readonly boolean[] | null = null,
): CellGroups {
  const numEntries = new Float64Array(length);
  for (let row = 0; row < groups.length; row++) {
    if (into[row]! >= 0) numEntries[into[row]!]! += groups.numEntries[row]!;
  }
  return {
    length,
    sums: groups.sums.map((column) => addDecimalsInto(column, into, length)),
    statistics: groups.statistics.map((statistic) => mergeStatistics(statistic, into, length)),
    numEntries,
    adjusted: groups.adjusted?.add(into, length, kept),
    against: groups.against && addGroups(groups.against, into, length, kept),
  };
}

/** Pick groups, in the given order; a negative row is a group without entries. */
export function pickStatistics(statistics: CellGroups["statistics"], rows: Int32Array): CellGroups["statistics"] {
  return statistics.map(({ is, figures }) => {
    const empty = is === "count" ? ZERO_FRACTION : null;
    const pick = (at: number): Fraction | null => (rows[at]! < 0 ? empty : figureAt(figures, rows[at]!));
    return { is, figures: figuresByRow(rows.length, pick, figures.scale) };
  });
}

function mergeStatistics({ is, figures }: StatisticFigures, into: Int32Array, length: number): StatisticFigures {
  const merged: (Integer | null)[] = Array.from({ length }, () => null);
  const join = joinOf(is);
  if (join) {
    into.forEach((group, row) => {
      const figure = group < 0 ? null : figureAt(figures, row);
      if (!figure) return;
      // All have one denominator.
      const { numerator } = figure;
      const before = merged[group] ?? null;
      merged[group] = before === null ? numerator : join(before, numerator);
    });
  }
  const { scale } = figures;
  const denominator = powerOfTen(scale ?? 0);
  return {
    is,
    figures: figuresByRow(
      length,
      (row) => (merged[row] === null ? null : { numerator: merged[row]!, denominator }),
      scale,
    ),
  };
}

const JOINS = {
  least: (a: Integer, b: Integer): Integer => (b < a ? b : a),
  greatest: (a: Integer, b: Integer): Integer => (b > a ? b : a),
  sum: addIntegers,
} as const;

/** Return how the statistics of two groups give that of both; `null` if they do not. */
export function joinOf(is: Statistic["is"]): ((a: Integer, b: Integer) => Integer) | null {
  const joined = is === "count" ? null : AMOUNT_STATISTICS[is].joined;
  return joined && JOINS[joined];
}

function addDecimalsInto({ unscaled, scale }: DecimalColumn, into: Int32Array, length: number): DecimalColumn {
  const sums = unscaled instanceof Float64Array ? addSafely(unscaled, into, length) : null;
  if (sums) return { unscaled: sums, scale };
  const large = Array.from({ length }, () => 0n);
  for (let row = 0; row < unscaled.length; row++) {
    if (into[row]! >= 0) large[into[row]!]! += BigInt(unscaled[row]!);
  }
  return packBigIntegers(large, scale);
}

/** Add doubles that are integers; `null` if a sum is too large to be exact. */
export function addSafely(unscaled: Float64Array, into: Int32Array, length: number): Float64Array | null {
  const sums = new Float64Array(length);
  for (let row = 0; row < unscaled.length; row++) {
    const at = into[row]!;
    if (at < 0) continue;
    const sum = sums[at]! + unscaled[row]!;
    if (!Number.isSafeInteger(sum)) return null;
    sums[at] = sum;
  }
  return sums;
}
