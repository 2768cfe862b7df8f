import type { Cells } from "../engine/engine.js";
import type { Member } from "../engine/entry.js";
import type { Value } from "../model/values/value.js";
import type { Key } from "../query/aggregate/query.js";
import type { Window, Period } from "../query/aggregate/term.js";
import { encode, partitionCells } from "./partition.js";
import { calendarDate } from "../model/values/calendar.js";

/** A window over time. */
export type TimeWindow = Extract<Window, { readonly along: unknown }>;

/** The cells that each cell's figure over time includes beside its own. */
export interface TimeFrames {
  /** Row of the cell before each, in time; negative for none. */
  readonly before: Int32Array;
  /** True if the cell before is included with all that it includes; false if it is included alone. */
  readonly isCumulative: boolean;
  /** All rows; each comes after the one before it. */
  readonly order: Uint32Array;
}

/**
 * Find the cells before each in time, among those with the same other keys: for a running total the last earlier one, for
 * others that of the period before.
 */
export function planTimeFrames(
  { is, along, period }: TimeWindow,
  keys: readonly Key[],
  cells: Pick<Cells, "length" | "keys">,
): TimeFrames {
  const { length } = cells;
  const others = keys.flatMap(({ dimension }, key) => (key === along.key ? [] : [{ key, dimension, attribute: null }]));
  const { groupOf } = partitionCells(cells, others);
  const column = cells.keys[along.key]!;
  const { index } = keys[along.key]!.dimension.identity;
  const times = encodeTimes(length, (row) => timeOf(column[row] as Member | Value, index));
  const isCumulative = is === "running";
  const before = isCumulative
    ? findEarlier(groupOf, times)
    : findPrevious(groupOf, times, (time) => previousPeriod(period, time));
  return { before, isCumulative, order: times.order };
}

/** Times of cells, each as an index into the different ones. */
interface CellTimes {
  /** In order; a missing one is last. */
  readonly values: readonly (string | null)[];
  readonly timeOf: Int32Array;
  /** Rows in the order of their times. */
  readonly order: Uint32Array;
}

function encodeTimes(length: number, at: (row: number) => string | null): CellTimes {
  const codes = encode(length, at);
  const values = (codes.values as readonly (string | null)[]).toSorted(compareTimes);
  const positions = new Map(values.map((value, position) => [value, position]));
  const positionOf = Int32Array.from(codes.values, (value) => positions.get(value as string | null)!);
  const times = codes.groupOf.map((code) => positionOf[code]!);
  // Count how many cells have each time, and so where those of each begin.
  const next = new Uint32Array(values.length + 1);
  for (const time of times) next[time + 1]!++;
  for (let time = 0; time < values.length; time++) next[time + 1]! += next[time]!;
  const order = new Uint32Array(length);
  times.forEach((time, row) => (order[next[time]!++] = row));
  return { values, timeOf: times, order };
}

function timeOf(item: Member | Value, identity: number): string | null {
  const value = typeof item === "object" ? (item?.values[identity] ?? null) : item;
  return value === null ? null : String(value);
}

function compareTimes(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a < b ? -1 : a > b ? 1 : 0;
}

function findEarlier(groupOf: Int32Array, { values, timeOf: times, order }: CellTimes): Int32Array {
  const before = new Int32Array(times.length).fill(-1);
  const last = new Map<number, number>();
  for (const row of order) {
    // Entries without a date come after none.
    if (values[times[row]!] === null) continue;
    before[row] = last.get(groupOf[row]!) ?? -1;
    last.set(groupOf[row]!, row);
  }
  return before;
}

function findPrevious(
  groupOf: Int32Array,
  { values, timeOf: times }: CellTimes,
  previous: (time: string) => string | null,
): Int32Array {
  const positions = new Map(values.map((value, position) => [value, position]));
  const earlier = values.map((value) => {
    const before = value === null ? null : previous(value);
    return before === null ? -1 : (positions.get(before) ?? -1);
  });
  const rows = new Map<number, number>();
  times.forEach((time, row) => rows.set(groupOf[row]! * values.length + time, row));
  return times.map((time, row) => {
    const before = earlier[time]!;
    return before < 0 ? -1 : (rows.get(groupOf[row]! * values.length + before) ?? -1);
  });
}

/** Return the period before one, such as the month `200812` before `200901`; `null` if there is none. */
export function previousPeriod(period: Period, value: string): string | null {
  switch (period) {
    case "year":
      return yearName(Number(value) - 1);
    case "fiscal_year":
      return previousFiscalYear(value);
    case "yearmonth":
      return previousMonth(Number(value.slice(0, 4)), Number(value.slice(4)));
    case "name":
      return previousDay(...(value.split("-").map(Number) as [number, number, number]));
  }
}

/** Return the fiscal year before `2009`, or before `2009/10`. */
function previousFiscalYear(value: string): string | null {
  const year = Number(value.slice(0, 4));
  const before = yearName(year - 1);
  return before === null || !value.includes("/") ? before : `${before}/${digits(year % 100, 2)}`;
}

function previousMonth(year: number, month: number): string | null {
  if (month > 1) return digits(year, 4) + digits(month - 1, 2);
  return year > 1 ? `${digits(year - 1, 4)}12` : null;
}

function previousDay(year: number, month: number, day: number): string | null {
  if (day > 1) return dayName(year, month, day - 1);
  const [y, m] = month > 1 ? [year, month - 1] : [year - 1, 12];
  for (let last = 31; last > 27; last--) {
    const name = dayName(y, m, last);
    if (name !== null) return name;
  }
  return null;
}

function dayName(year: number, month: number, day: number): string | null {
  const name = calendarDate(year, month, day);
  return typeof name === "string" ? name : null;
}

function yearName(year: number): string | null {
  // Fiscal years may begin in the year before the first.
  return year < 0 ? null : digits(year, 4);
}

function digits(number: number, length: number): string {
  return String(number).padStart(length, "0");
}
