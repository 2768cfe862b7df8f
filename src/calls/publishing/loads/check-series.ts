import { type ErrorCode, errorText } from "../../../core/errors/error-text.js";
import { phraseText } from "../../../core/errors/phrase-text.js";
import { gatherCells } from "../../../core/engine/collect-cells.js";
import type { Engine, Cells } from "../../../core/engine/engine.js";
import { withReader } from "../../../core/engine/with-reader.js";
import type { Model, SeriesKind } from "../../../core/model/cube.js";
import { listTotals } from "./list-totals.js";
import { compareFractions, type Fraction, powerOfTen } from "../../../core/model/values/fraction.js";

/** Maximum number of values, and of warnings of one kind. */
const MAX_VALUES = 200_000;
const MAX_LISTED = 5;

/** Factor by which the values of an index do not change from one period to the next. */
const TEN: Fraction = { numerator: 10, denominator: 1 };
const ONE: Fraction = { numerator: 1, denominator: 1 };

/** One value of a series. */
interface SeriesRow {
  readonly period: string;
  readonly value: Fraction;
  readonly numEntries: number;
}

/**
 * Warn of values of a series that are hardly right: by name, one sentence for each kind.
 * Cost: one aggregation, and a step for each value.
 */
export async function checkSeries(model: Model, table: Engine): Promise<readonly string[]> {
  const { series } = model.dataset;
  const [measure] = model.measures;
  const time = model.dimensions.find(({ name, kind }) => name === "time" && kind === "date");
  if (!series || !measure || !time) return [];
  const others = model.dimensions.filter((each) => each !== time && each.kind !== "date" && model.key.includes(each));
  const keys = [time, ...others].map((dimension) => ({ dimension, attribute: dimension.identity }));
  const query = { filters: [], keys, measures: [measure], order: [], first: 0, limit: MAX_VALUES };
  const bounds = { maxCells: MAX_VALUES, deadline: Infinity };
  if (table.numEntries > MAX_VALUES) return [];
  const { cells } = await withReader({ engine: table, model }, bounds, async (reader) =>
    gatherCells(await reader.aggregate(query)),
  );
  const found = new Findings();
  const members = readMembers(cells);
  for (const [name, rows] of members) checkRows(series.kind, name, rows, found);
  if (series.kind === "stock" || series.kind === "flow") {
    for (const total of listTotals(model, others, cells)) {
      found.add("series_with_total", total);
    }
  }
  return found.list();
}

/** Read the values of each combination of members, in the order of their periods. */
function readMembers({ length, keys, sums, numEntries }: Cells): ReadonlyMap<string, readonly SeriesRow[]> {
  const [sum] = sums;
  const unit = powerOfTen(sum!.scale);
  const members = new Map<string, SeriesRow[]>();
  for (let row = 0; row < length; row++) {
    const [period, ...rest] = keys.map((column) => column[row] as string | number | null);
    if (period === null || period === undefined) continue;
    const name = rest.map((each) => each ?? "").join(" ");
    const rows = members.get(name) ?? [];
    rows.push({
      period: String(period),
      value: { numerator: sum!.unscaled[row]!, denominator: unit },
      numEntries: numEntries[row]!,
    });
    members.set(name, rows);
  }
  for (const rows of members.values()) rows.sort((a, b) => (a.period < b.period ? -1 : 1));
  return members;
}

function checkRows(kind: SeriesKind, name: string, rows: readonly SeriesRow[], found: Findings): void {
  const at = (period: string): string => [name, period.replace(/-01-01$/, "")].filter(Boolean).join(" ");
  rows.forEach(({ period, value, numEntries }, row) => {
    if (numEntries > 1) found.add("series_with_several_values", at(period));
    if (value.numerator === 0 || value.numerator === 0n) found.add("series_with_zero", at(period));
    else if (value.numerator < 0) found.add("series_below_zero", at(period));
    const before = rows[row - 1]?.value;
    if (!before || before.numerator <= 0 || value.numerator <= 0) return;
    if (kind === "index" && isBeyond(before, value, TEN)) found.add("series_by_factor_of_ten", at(period));
  });
  if (kind === "rate") {
    const positive = rows.filter(({ value }) => value.numerator > 0);
    positive.forEach(({ period, value }, row) => {
      // At either end the two nearest values are its neighbours.
      const nearest = Math.min(Math.max(row - 1, 0), positive.length - 3);
      const [first, second] = positive.slice(nearest, nearest + 3).filter((each) => each.period !== period);
      if (nearest >= 0 && first && second && isInverse(first.value, value, second.value))
        found.add("series_with_inverse", at(period));
    });
  }
  checkGaps(rows, at, found);
}

/** Number the month of a date, so that months in a row are one apart. */
function monthOf(period: string): number {
  return Number(period.slice(0, 4)) * 12 + Number(period.slice(5, 7)) - 1;
}

/** Warn of years, or of months of a series by months or quarters, between others that have no value. */
function checkGaps(rows: readonly SeriesRow[], at: (period: string) => string, found: Findings): void {
  const months = [...new Set(rows.map(({ period }) => monthOf(period)))];
  const steps = months.slice(1).map((month, position) => month - months[position]!);
  const step = Math.min(...steps);
  if (step < 12) {
    for (const [position, each] of steps.entries()) {
      const before = months[position]!;
      const missing = Array.from({ length: Math.ceil(each / step) - 1 }, (_, gap) => before + (gap + 1) * step);
      for (const month of missing.slice(0, MAX_LISTED))
        found.add("series_with_gap", at(`${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`));
    }
    return;
  }
  const years = [...new Set(rows.map(({ period }) => Number(period.slice(0, 4))))];
  years.forEach((year, position) => {
    const before = years[position - 1];
    if (before === undefined) return;
    for (let gap = before + 1; gap < year && gap <= before + MAX_LISTED; gap++)
      found.add("series_with_gap", at(String(gap)));
  });
}

/** True if one value is at least so many times the other. */
function isBeyond(a: Fraction, b: Fraction, times: Fraction): boolean {
  const isTimes = (small: Fraction, large: Fraction): boolean => {
    const product = {
      numerator: BigInt(small.numerator) * BigInt(times.numerator),
      denominator: BigInt(small.denominator) * BigInt(times.denominator),
    };
    return compareFractions(large, product) >= 0;
  };
  return isTimes(a, b) || isTimes(b, a);
}

/** True if a rate would be nearer to both its neighbours as its inverse, and lies on the other side of 1. */
function isInverse(before: Fraction, value: Fraction, after: Fraction): boolean {
  const side = (rate: Fraction): number => Math.sign(compareFractions(rate, ONE));
  if (side(value) === 0 || side(before) !== side(after) || side(before) === side(value) || side(before) === 0)
    return false;
  const inverse: Fraction = { numerator: value.denominator, denominator: value.numerator };
  const distance = (a: Fraction, b: Fraction): number =>
    Math.abs(
      Math.log(Number(a.numerator) / Number(a.denominator)) - Math.log(Number(b.numerator) / Number(b.denominator)),
    );
  return distance(inverse, before) < distance(value, before) && distance(inverse, after) < distance(value, after);
}

/** Code of what is wrong with values of a series. */
type SeriesProblem = Extract<
  ErrorCode,
  | `series_with_${"total" | "several_values" | "zero" | "inverse" | "gap"}`
  | "series_below_zero"
  | "series_by_factor_of_ten"
>;

/** Places by what is wrong there. */
class Findings {
  readonly #found = new Map<SeriesProblem, Set<string>>();

  add(problem: SeriesProblem, place: string): void {
    const places = this.#found.get(problem) ?? new Set();
    this.#found.set(problem, places.add(place));
  }

  list(): readonly string[] {
    return [...this.#found].map(([problem, places]) => {
      const known = [...places].slice(0, MAX_LISTED).join(", ");
      const more = places.size - MAX_LISTED;
      return errorText(problem, { places: more > 0 ? phraseText("and_more", { known, count: more }) : known });
    });
  }
}
