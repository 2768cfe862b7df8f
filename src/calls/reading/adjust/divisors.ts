import type { Cells } from "../../../core/engine/engine.js";
import type { Divisors } from "../../../core/figures/adjusted.js";
import { encode } from "../../../core/figures/partition.js";
import { addFractions, type Fraction } from "../../../core/model/values/fraction.js";
import type { AggregateQuery } from "../../../core/query/aggregate/query.js";
import type { BoundSeries, PiecePlan } from "./plan-pieces.js";
import { type DatasetTime, type SeriesPeriods, seriesPeriodsOf } from "./periods.js";

/** Members of a series, and what they have together. */
export interface SeriesSelection {
  /** Equal for selections of the same members, in whatever dataset. */
  readonly key: string;
  readonly valueOf: (period: SeriesPeriods) => Fraction | null;
}

/** Values that pieces are divided by, and what is to be said of them. */
export interface PieceDivisors {
  readonly divisors: Divisors;
  /** Periods of the series by their number; `null` for entries without dates. */
  readonly slots: readonly (SeriesPeriods | null)[];
  /** List the selections that a group of pieces is shown for. */
  readonly select: (pieces: readonly number[], kept: readonly boolean[]) => readonly SeriesSelection[];
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
  const valueOf: ValueOfTuple = (tuple, own) => {
    const selection = tuple.map((code, at) => (code < 0 ? null : columns[at]!.values[code]!));
    return stock.values.sum(
      selection,
      tuple.map((code) => code < 0),
      own,
    );
  };
  const select = planSelections(
    parts.map(({ dimension }) => query.keys.findIndex((key) => key.dimension === dimension)),
    columns,
    stock,
    valueOf,
  );
  const all = parts.map(() => -1);
  const totals = new Map<string, Fraction>();
  const warnings: string[] = [];
  slots.forEach((own, period) => {
    const label = String(periods.values[period]);
    const total = own && valueOf(all, own);
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
      planGroup(pieces, kept) {
        const selections = select(pieces, kept);
        return (period) => sumSelections(selections, slots[period] ?? null);
      },
    },
    slots,
    select,
    isMissing(row) {
      const own = slots[periods.groupOf[row]!];
      const tuple = columns.map(({ groupOf }) => groupOf[row]!);
      return !own || valueOf(tuple, own) === null;
    },
    values: totals,
    warnings,
  };
}

/** Returns what members of a series have in a period. @param tuple codes of members in each dimension; -1 for all */
type ValueOfTuple = (tuple: readonly number[], period: SeriesPeriods) => Fraction | null;

/**
 * Plan how to list the selections of groups of pieces: the members that they are shown for, all in the rest.
 * @param keyOf for each dimension of the series, the key of the query by which it is drilled down; negative for none
 * @param columns members of the pieces in each of them
 */
function planSelections(
  keyOf: readonly number[],
  columns: readonly ReturnType<typeof encode>[],
  { scope, dimensions: { shared } }: BoundSeries,
  valueOf: ValueOfTuple,
): PieceDivisors["select"] {
  return (pieces, kept) => {
    const isShown = keyOf.map((key) => key >= 0 && kept[key]!);
    const tuples = new Map<string, readonly number[]>();
    const whole = keyOf.map(() => -1);
    if (!isShown.includes(true)) tuples.set("", whole);
    for (const piece of isShown.includes(true) ? pieces : []) {
      const tuple = isShown.map((isOwn, at) => (isOwn ? columns[at]!.groupOf[piece]! : -1));
      tuples.set(tuple.join(), tuple);
    }
    return [...tuples.values()].map((tuple) => ({
      key: JSON.stringify([
        scope,
        tuple.flatMap((code, at) => (code < 0 ? [] : [[shared[at]!.theirs.name, columns[at]!.values[code]!]])),
      ]),
      valueOf: (period) => valueOf(tuple, period),
    }));
  };
}

/** Sum what selections have in a period; `null` if one has no value: never a part of what members have together. */
export function sumSelections(selections: readonly SeriesSelection[], period: SeriesPeriods | null): Fraction | null {
  if (!period) return null;
  let sum: Fraction | null = null;
  for (const { valueOf } of selections) {
    const value = valueOf(period);
    if (!value) return null;
    sum = sum === null ? value : addFractions(sum, value);
  }
  return sum;
}
