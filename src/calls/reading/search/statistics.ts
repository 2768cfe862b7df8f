import { errorText } from "../../../core/errors/error-text.js";
import type { AmountStatistics, SearchResult } from "../../../core/engine/search.js";
import { addDecimals, compareDecimals, type Decimal } from "../../../core/model/values/decimal.js";
import { sampleDeviation } from "../../../core/model/values/fraction.js";
import { ratio } from "../../../core/model/values/ratio.js";
import type { BoundSearch } from "../../../core/query/search/bind-search.js";
import type { Dataset } from "../../../store/dataset.js";

/**
 * Statistics of a measure over all matches; decimals are exact. `null` if undefined: without entries, or `stddev` of a
 * single one.
 */
export interface MeasureDescription {
  readonly min: Decimal | null;
  readonly max: Decimal | null;
  readonly count: number;
  /** Matches in datasets that do not have the measure. */
  readonly missing: number;
  readonly sum: Decimal;
  readonly sumOfSquares: Decimal;
  readonly mean: number | null;
  readonly average: number | null;
  /** Sample standard deviation. */
  readonly stddev: number | null;
}

/** Describe every measure of the searched datasets, by name. */
export function describeMeasures(
  { queries }: BoundSearch,
  results: readonly SearchResult[],
): ReadonlyMap<string, MeasureDescription> {
  const matches = results.reduce((sum, { numEntries }) => sum + numEntries, 0);
  const byName = new Map<string, AmountStatistics>();
  queries.forEach(({ statistics }, dataset) => {
    statistics.forEach(({ name }, at) => {
      const found = results[dataset]!.statistics[at]!;
      const known = byName.get(name);
      byName.set(name, known ? unite(known, found) : found);
    });
  });
  return new Map([...byName].map(([name, statistics]) => [name, describe(statistics, matches)]));
}

/** Return a warning if matches have different currencies, else nothing. */
export function warnOfCurrencies(datasets: readonly Dataset[], results: readonly SearchResult[]): readonly string[] {
  const matched = datasets.filter((_, at) => results[at]!.numEntries > 0);
  const currencies = new Set(matched.map(({ model }) => model.dataset.currency ?? "unknown"));
  if (currencies.size < 2) return [];
  return [errorText("currencies_mixed", { currencies: [...currencies].join(", ") })];
}

function unite(a: AmountStatistics, b: AmountStatistics): AmountStatistics {
  const choose = (x: Decimal | null, y: Decimal | null, sign: number): Decimal | null =>
    x === null || (y !== null && sign * compareDecimals(y, x) < 0) ? y : x;
  return {
    count: a.count + b.count,
    sum: addDecimals(a.sum, b.sum),
    sumOfSquares: addDecimals(a.sumOfSquares, b.sumOfSquares),
    min: choose(a.min, b.min, 1),
    max: choose(a.max, b.max, -1),
  };
}

function describe({ count, sum, sumOfSquares, min, max }: AmountStatistics, matches: number): MeasureDescription {
  const mean = count === 0 ? null : ratio(sum.unscaled, BigInt(count) * 10n ** BigInt(sum.scale));
  return {
    min,
    max,
    count,
    missing: matches - count,
    sum,
    sumOfSquares,
    mean,
    average: mean,
    stddev: deviation(count, sum, sumOfSquares),
  };
}

/** Compute the standard deviation of a sample; `null` below two values. */
function deviation(count: number, sum: Decimal, sumOfSquares: Decimal): number | null {
  if (count < 2) return null;
  const scale = Math.max(sum.scale, Math.ceil(sumOfSquares.scale / 2));
  const total = sum.unscaled * 10n ** BigInt(scale - sum.scale);
  const squares = sumOfSquares.unscaled * 10n ** BigInt(2 * scale - sumOfSquares.scale);
  return sampleDeviation(BigInt(count), total, squares, 10n ** BigInt(scale));
}
