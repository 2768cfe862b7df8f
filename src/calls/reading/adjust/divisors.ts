import type { Cells } from "../../../core/engine/engine.js";
import type { Divisors } from "../../../core/figures/adjusted.js";
import { encode } from "../../../core/figures/partition.js";
import { addFractions, type Fraction } from "../../../core/model/values/fraction.js";
import type { AggregateQuery } from "../../../core/query/aggregate/query.js";
import type { BoundSeries, PiecePlan } from "./plan-pieces.js";
import { type DatasetTime, seriesPeriodsOf } from "./periods.js";

/** Values that pieces are divided by, and what is to be said of them. */
export interface PieceDivisors {
  readonly divisors: Divisors;
  readonly isMissing: (row: number) => boolean;
  readonly values: ReadonlyMap<string, Fraction>;
  readonly warnings: readonly string[];
}

/** Maximum number of members that a warning names. */
const MAX_WARNED = 5;

/** Plan by which values of a series amounts are divided. */
export function planDivisors(
  time: DatasetTime,
  plan: PiecePlan,
  cells: Cells,
  stock: BoundSeries,
  query: AggregateQuery,
): PieceDivisors {
  const parts = plan.shared.get(stock)!;
  const periods = encode(cells.length, plan.period?.read(cells) ?? (() => null));
  const slots = periods.values.map((value) =>
    value === null ? null : seriesPeriodsOf(time, stock.time, String(value)),
  );
  const columns = parts.map(({ read }) => encode(cells.length, read(cells)));
  const valueOf = (period: number, tuples: readonly (readonly number[])[]): Fraction | null => {
    const own = slots[period];
    if (!own) return null;
    let sum: Fraction | null = null;
    for (const tuple of tuples) {
      const isAll = tuple.map((code) => code < 0);
      const selection = tuple.map((code, at) => (code < 0 ? null : columns[at]!.values[code]!));
      const value = stock.values.sum(selection, isAll, own);
      // Never a part of what members have together.
      if (!value) return null;
      sum = sum === null ? value : addFractions(sum, value);
    }
    return sum;
  };
  const totals = new Map<string, Fraction>();
  const warnings: string[] = [];
  slots.forEach((own, period) => {
    const label = String(periods.values[period]);
    const total = own && valueOf(period, [parts.map(() => -1)]);
    if (total) totals.set(label, total);
    if (!own || !total) return;
    const gaps = [...stock.values.tuples]
      .filter((tuple) => !stock.values.at(tuple, own))
      .map((tuple) => tuple.join(" "));
    if (gaps.length === 0 || parts.length === 0) return;
    const named = gaps.slice(0, MAX_WARNED).join(", ") + (gaps.length > MAX_WARNED ? ", …" : "");
    warnings.push(
      `"${stock.name}" has no value for ${named} in ${label}: what is shown for all of them is per the others`,
    );
  });
  return {
    divisors: {
      periodOf: periods.groupOf,
      keyOf: parts.map(({ dimension }) => query.keys.findIndex((key) => key.dimension === dimension)),
      memberOf: columns.map(({ groupOf }) => groupOf),
      valueOf,
    },
    isMissing: (row) => valueOf(periods.groupOf[row]!, [columns.map(({ groupOf }) => groupOf[row]!)]) === null,
    values: totals,
    warnings,
  };
}
