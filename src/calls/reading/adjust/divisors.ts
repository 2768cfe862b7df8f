import { errorText } from "../../../core/errors/error-text.js";
import type { Cells } from "../../../core/engine/engine.js";
import { encode, type Encoded, firstRows, joinCodes } from "../../../core/figures/partition.js";
import type { DivisorOf, Divisors } from "../../../core/figures/pieces.js";
import { addFractions, type Fraction } from "../../../core/model/values/fraction.js";
import type { AggregateQuery } from "../../../core/query/aggregate/query.js";
import { type BoundSeries, findDrilled, type PiecePlan } from "./plan-pieces.js";
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
  readonly select: (pieces: Int32Array, kept: readonly boolean[]) => readonly SeriesSelection[];
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
  const parts = plan.divided;
  const periods = plan.period?.encode(cells) ?? encode(cells.length, () => null);
  const slots = periods.values.map((value) =>
    value === null ? null : seriesPeriodsOf(time, stock.time, String(value)),
  );
  const columns = parts.map((part) => part && part.encode(cells));
  const valueOf: ValueOfTuple = (tuple, own) => {
    const selection = tuple.map((code, at) => (code < 0 ? null : columns[at]!.values[code]!));
    return stock.values.sum(
      selection,
      tuple.map((code) => code < 0),
      own,
    );
  };
  const keyOf = stock.dimensions.shared.map(({ own }) => findDrilled(query, own));
  const select = planSelections(keyOf, columns, stock, valueOf);
  const known = new Map<readonly SeriesSelection[], DivisorOf>();
  const drilled = columns.filter((column) => column !== null);
  const alike = joinCodes([periods, ...drilled]);
  const isMissing = Array.from(firstRows(alike), (row) => {
    const own = slots[periods.groupOf[row]!];
    return !own || valueOf(tupleOf(columns, row), own) === null;
  });
  return {
    divisors: {
      periods,
      planGroup(pieces, kept) {
        const selections = select(pieces, kept);
        let divisorOf = known.get(selections);
        if (!divisorOf) {
          divisorOf = (period) => sumSelections(selections, slots[period] ?? null);
          known.set(selections, divisorOf);
        }
        return divisorOf;
      },
    },
    slots,
    select,
    isMissing: (row) => isMissing[alike.groupOf[row]!]!,
    ...describeWhole(stock, periods.values.map(String), slots, (own) =>
      valueOf(
        parts.map(() => -1),
        own,
      ),
    ),
  };
}

/** Describe what all members have together in each period, and which of them have no value. */
function describeWhole(
  { name, values, dimensions }: BoundSeries,
  labels: readonly string[],
  slots: PieceDivisors["slots"],
  wholeOf: (period: SeriesPeriods) => Fraction | null,
): Pick<PieceDivisors, "values" | "warnings"> {
  const totals = new Map<string, Fraction>();
  const warnings: string[] = [];
  slots.forEach((own, period) => {
    const label = labels[period]!;
    const total = own && wholeOf(own);
    if (!own || !total) return;
    totals.set(label, total);
    const gaps = dimensions.shared.length === 0 ? [] : [...values.tuples].filter((tuple) => !values.at(tuple, own));
    if (gaps.length === 0) return;
    const listed = gaps.slice(0, MAX_WARNED).map((tuple) => tuple.join(" "));
    const named = listed.join(", ") + (gaps.length > MAX_WARNED ? ", …" : "");
    warnings.push(errorText("series_without_value", { series: name, known: named, period: label }));
  });
  return { values: totals, warnings };
}

/** Members of the pieces in each dimension that a series shares; `null` for all together. */
type MemberColumns = readonly (Encoded | null)[];

function tupleOf(columns: MemberColumns, row: number, isShown?: readonly boolean[]): readonly number[] {
  return columns.map((column, at) => (column && (isShown?.[at] ?? true) ? column.groupOf[row]! : -1));
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
  columns: MemberColumns,
  stock: BoundSeries,
  valueOf: ValueOfTuple,
): PieceDivisors["select"] {
  const planned = new Map<string, (pieces: Int32Array) => readonly SeriesSelection[]>();
  return (pieces, kept) => {
    const isShown = keyOf.map((key) => key >= 0 && kept[key]!);
    let list = planned.get(isShown.join());
    if (!list) planned.set(isShown.join(), (list = planShown(isShown, columns, stock, valueOf)));
    return list(pieces);
  };
}

/** Plan the selections of groups that are shown for members of some dimensions. Equal ones are the same list. */
function planShown(
  isShown: readonly boolean[],
  columns: MemberColumns,
  { scope, dimensions: { shared } }: BoundSeries,
  valueOf: ValueOfTuple,
): (pieces: Int32Array) => readonly SeriesSelection[] {
  const select = (row: number): SeriesSelection => {
    const tuple = tupleOf(columns, row, isShown);
    const named = tuple.flatMap((code, at) =>
      code < 0 ? [] : [[shared[at]!.theirs.name, columns[at]!.values[code]!]],
    );
    return { key: JSON.stringify([scope, named]), valueOf: (period) => valueOf(tuple, period) };
  };
  const shown = columns.filter((column, at) => column !== null && isShown[at]) as readonly NonNullable<
    MemberColumns[number]
  >[];
  if (shown.length === 0) {
    const whole = [select(-1)];
    return () => whole;
  }
  const members = joinCodes(shown);
  const lists = Array.from(firstRows(members), (row) => [select(row)]);
  return (pieces) => {
    const codes = new Set<number>();
    for (const piece of pieces) codes.add(members.groupOf[piece]!);
    const [only] = codes;
    return codes.size === 1 ? lists[only!]! : [...codes].flatMap((code) => lists[code]!);
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
