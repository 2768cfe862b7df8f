import assert from "node:assert/strict";
import fc from "fast-check";
import { nearestQuotient } from "#src/core/model/values/fraction.js";

const YEARS = ["2008", "2009", "2010"];
const MONTHS = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, "0"));
const REGIONS = ["a", "b", "c"];

/** A fraction as two integers; `null` for a missing one. */
type Ratio = readonly [bigint, bigint] | null;

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b));
const reduce = ([p, q]: readonly [bigint, bigint]): readonly [bigint, bigint] => {
  const divisor = gcd(p, q) || 1n;
  return q < 0n ? [-p / divisor, -q / divisor] : [p / divisor, q / divisor];
};
const add = (a: Ratio, b: Ratio): Ratio => a && b && reduce([a[0] * b[1] + b[0] * a[1], a[1] * b[1]]);
const multiply = (a: Ratio, b: Ratio): Ratio => a && b && reduce([a[0] * b[0], a[1] * b[1]]);
const divide = (a: Ratio, b: Ratio): Ratio => a && b && reduce([a[0] * b[1], a[1] * b[0]]);
const sumAll = (ratios: readonly Ratio[]): Ratio => ratios.reduce<Ratio>(add, [0n, 1n]);

function readText(text: string | null): Ratio {
  if (text === null) return null;
  const [, whole = "", part = "", under = "1"] = /^(-?\d+)(?:\.(\d+))?(?:\/(\d+))?$/.exec(text)!;
  return reduce([BigInt(whole + part), BigInt(under) * 10n ** BigInt(part.length)]);
}

const valueOf = (hundredths: number): Ratio => reduce([BigInt(hundredths), 100n]);
/** Write a value as files have it. */
export const writeValue = (hundredths: number): string => (hundredths / 100).toFixed(2);

/** Values of a series by period and member; those that are 0 are left out of the file. */
export type SeriesNumbers = ReadonlyMap<string, number>;

const valuesFor = (keys: readonly string[]): fc.Arbitrary<SeriesNumbers> =>
  fc
    .array(
      fc.oneof(
        { weight: 12, arbitrary: fc.integer({ min: 1, max: 99_999 }) },
        { weight: 1, arbitrary: fc.constant(0) },
      ),
      {
        minLength: keys.length,
        maxLength: keys.length,
      },
    )
    .map((values) => new Map(keys.map((key, at) => [key, values[at]!] as const).filter(([, value]) => value > 0)));

const periodsFor = (isMonthly: boolean): readonly string[] =>
  isMonthly ? YEARS.flatMap((year) => MONTHS.map((month) => `${year}-${month}`)) : YEARS;

const cross = (periods: readonly string[], members: readonly string[]): string[] =>
  periods.flatMap((period) => members.map((member) => `${period} ${member}`));

/** Entries of a town, series, and a question that is adjusted by them. */
export interface AdjustedCase {
  readonly entries: readonly {
    readonly date: string;
    readonly region: string;
    readonly what: string;
    readonly amount: number;
  }[];
  readonly ofMonths: boolean;
  readonly index: SeriesNumbers;
  readonly rates: SeriesNumbers;
  readonly people: SeriesNumbers;
  /** True if the series of people has the country beside its regions. */
  readonly hasLevels: boolean;
  readonly monthly: { readonly index: boolean; readonly rates: boolean };
  readonly drilldown: readonly string[];
  readonly prices: boolean;
  readonly to: string | null;
  readonly per: boolean;
}

/** Random series with gaps, by year or month, and random questions. */
export const ADJUSTED_CASES: fc.Arbitrary<AdjustedCase> = fc
  .record({ ofMonths: fc.boolean(), index: fc.boolean(), rates: fc.boolean() })
  .chain(({ ofMonths, ...monthly }) =>
    fc.record({
      ofMonths: fc.constant(ofMonths),
      monthly: fc.constant(monthly),
      entries: fc.array(
        fc.record({
          date: fc.constantFrom(...periodsFor(ofMonths)),
          region: fc.constantFrom(...REGIONS),
          what: fc.constantFrom("x", "y"),
          amount: fc.integer({ min: -500_000, max: 900_000 }),
        }),
        { minLength: 1, maxLength: 25 },
      ),
      index: valuesFor(periodsFor(monthly.index)),
      rates: valuesFor(cross(periodsFor(monthly.rates), ["GBP", "USD"])),
      people: valuesFor(cross(YEARS, REGIONS)),
      hasLevels: fc.boolean(),
      drilldown: fc.subarray(["year", "region", "what"]),
      prices: fc.boolean(),
      to: fc.constantFrom(null, "EUR", "USD", "GBP"),
      per: fc.boolean(),
    }),
  );

/** The value of a series for a period of entries: their month, their year, or the mean of its months. */
function lookUp(values: SeriesNumbers, isMonthly: boolean, period: string, member = ""): Ratio {
  const at = (key: string): Ratio => {
    const value = values.get(member === "" ? key : `${key} ${member}`);
    return value === undefined ? null : valueOf(value);
  };
  if (!isMonthly) return at(period.slice(0, 4));
  if (period.length > 4) return at(period);
  return divide(sumAll(MONTHS.map((month) => at(`${period}-${month}`))), [12n, 1n]);
}

/** Adjust entries in the obvious way. @param shown region that they are of, if it is drilled down */
function adjust(test: AdjustedCase, entries: AdjustedCase["entries"], shown: string | null, base: string): Ratio {
  const { index, rates, people, monthly, prices, to, per } = test;
  return sumAll(
    entries.map(({ date, amount }) => {
      let value: Ratio = valueOf(amount);
      if (prices) {
        const [over, under] = [lookUp(index, monthly.index, base), lookUp(index, monthly.index, date)];
        value = multiply(value, divide(over, under));
      }
      if (to !== null && to !== "GBP") {
        const at = prices ? base : date;
        const unit = (currency: string): Ratio =>
          currency === "EUR" ? [1n, 1n] : lookUp(rates, monthly.rates, at, currency);
        value = multiply(value, divide(unit(to), unit("GBP")));
      }
      if (per) {
        const year = date.slice(0, 4);
        const heads = (shown === null ? REGIONS : [shown]).flatMap((region) => people.get(`${year} ${region}`) ?? []);
        value = divide(value, heads.length === 0 ? null : sumAll(heads.map(valueOf)));
      }
      return value;
    }),
  );
}

/** Year that amounts are in the prices of. */
const BASE = "2009";

/** True if a question has an answer. */
export function isAnswered({ index, rates, people, monthly, prices, to }: AdjustedCase): boolean {
  if (index.size === 0 || rates.size === 0 || people.size === 0) return false;
  if (prices && lookUp(index, monthly.index, BASE) === null) return false;
  return to === null || to === "EUR" || to === "GBP" || [...rates.keys()].some((key) => key.endsWith(to));
}

/** A value of a series of people by level. */
interface PeopleRow {
  readonly time: string;
  readonly region: string;
  readonly level: string;
  readonly amount: number;
}

/** List the values of the series of people: of regions, and of the country if it has levels. */
export function listPeople({ people, hasLevels }: Pick<AdjustedCase, "people" | "hasLevels">): readonly PeopleRow[] {
  const regions = [...people].map(([key, amount]) => {
    const [time, region] = key.split(" ") as [string, string];
    return { time, region, level: "region", amount };
  });
  const years = [...new Set(regions.map(({ time }) => time))];
  const countries = years.map((time) => {
    const amount = regions.reduce((sum, each) => sum + (each.time === time ? each.amount : 0), 0);
    return { time, region: "country", level: "country", amount };
  });
  return hasLevels ? [...regions, ...countries] : regions;
}

/** Print the question of a case, about a town whose series are called after it. */
export function printCase({ drilldown, prices, to, per, hasLevels }: AdjustedCase, town: string, exact = true): string {
  const query = new URLSearchParams({ dataset: town, exact: String(exact), drilldown: drilldown.join("|") });
  if (per && hasLevels) query.set("cut", "level:region");
  if (prices) query.set("prices", `${BASE}@${town}-index`);
  if (to !== null) query.set("in", `${to}@${town}-rates`);
  if (per) query.set("per", `${town}-people`);
  return query.toString();
}

/** Compare an answer with fractions that are computed entry by entry. */
export function assertAdjusted(
  test: AdjustedCase,
  answer: {
    readonly summary: { readonly amount: string | null };
    readonly drilldown: readonly Record<string, string | null>[];
    readonly missing?: readonly { readonly series: string; readonly region?: string; readonly amount: number }[];
  },
): void {
  const { entries, drilldown } = test;
  assert.deepEqual(readText(answer.summary.amount), adjust(test, entries, null, BASE), "summary");
  const cells = groupBy(entries, ({ date, region, what }) =>
    drilldown.map((key) => ({ year: date.slice(0, 4), region, what })[key]).join(" "),
  );
  assert.equal(answer.drilldown.length, cells.size);
  assertMissing(test, answer);
  for (const cell of answer.drilldown) {
    const own = cells.get(drilldown.map((key) => cell[key]).join(" "))!;
    const shown = drilldown.includes("region") ? cell["region"]! : null;
    assert.deepEqual(readText(cell["amount"]!), adjust(test, own, shown, BASE), JSON.stringify(cell));
  }
}

/** Compare the amounts that have no people, by region. */
function assertMissing({ entries, people, per }: AdjustedCase, { missing = [] }: Parameters<typeof assertAdjusted>[1]) {
  const found = new Map<string, number>();
  for (const { series, region, amount } of missing) {
    if (series.endsWith("-people")) found.set(region!, (found.get(region!) ?? 0) + Math.round(amount * 100));
  }
  const wanted = new Map<string, number>();
  for (const { date, region, amount } of per ? entries : []) {
    if (!people.has(`${date.slice(0, 4)} ${region}`)) wanted.set(region, (wanted.get(region) ?? 0) + amount);
  }
  assert.deepEqual(found, wanted, "missing");
}

/** Compare the numbers of an answer with the exact ones of another to the same question. */
export function assertNearest(
  rounded: { readonly summary: object; readonly drilldown: readonly object[] },
  exact: { readonly summary: object; readonly drilldown: readonly object[] },
): void {
  const amountOf = (cell: object): unknown => ("amount" in cell ? cell.amount : undefined);
  const nearest = (cell: object): number | null => {
    const ratio = readText(amountOf(cell) as string | null);
    return ratio && nearestQuotient(...ratio);
  };
  const keyOf = (cell: object): string => JSON.stringify({ ...cell, amount: 0 });
  const numbers = new Map(rounded.drilldown.map((cell) => [keyOf(cell), amountOf(cell)]));
  assert.equal(amountOf(rounded.summary), nearest(exact.summary), "summary");
  assert.equal(numbers.size, exact.drilldown.length);
  for (const cell of exact.drilldown) assert.equal(numbers.get(keyOf(cell)), nearest(cell), keyOf(cell));
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
