import { type Decimal, decimalNumber, ZERO } from "../../../core/model/values/decimal.js";
import type { Grid } from "../../../calls/views/pages/grid.js";
import type { HeatCalendar, CalendarCell } from "../charts/calendar.js";
import type { LegendKey } from "../charts/legend.js";
import { isolate } from "../parts/isolate.js";
import type { PageLocale } from "../parts/page-locale.js";
import type { ChartStyle } from "./chart-kind.js";
import { divideFigures } from "./map-classes.js";

/** Maximum number of years of which all days have room. */
const MAX_YEARS_OF_DAYS = 6;
const DAY = 86_400_000;
/** Colour of nothing paid. */
const NOTHING = "#f4f4f2";

/** A calendar, and what it shows in words. */
export interface DescribedCalendar {
  readonly calendar: HeatCalendar;
  readonly description: string;
}

/** A period with its place. */
interface Period {
  readonly value: string;
  readonly month: string;
  readonly row: number;
  readonly column: number;
}

/** Count the years of the days of a grid, and those of them that a calendar has room for; `null` if it has for all. */
export function yearsOfDays({
  columns,
}: Pick<Grid, "columns">): { readonly shown: number; readonly all: number } | null {
  const days = columns.flatMap(({ value }) => (value?.includes("-") ? [Number(value.slice(0, 4))] : []));
  const all = days.length === 0 ? 0 : Math.max(...days) - Math.min(...days) + 1;
  return all > MAX_YEARS_OF_DAYS ? { shown: MAX_YEARS_OF_DAYS, all } : null;
}

/**
 * Build the calendar of a grid over months, a row for each year, or over days, a row for each day of the week.
 * @param covered months that there are data of: a period of one without an amount is one of nothing
 */
export function calendarOf(
  locale: PageLocale,
  { columns, all }: Pick<Grid, "columns" | "all">,
  covered: ReadonlySet<string>,
  { money, hrefOfCell, isNarrow }: Pick<ChartStyle, "money" | "hrefOfCell"> & { readonly isNarrow: boolean },
): DescribedCalendar | null {
  const amounts = new Map(columns.flatMap(({ value }, at) => (value === null ? [] : [[value, all.cells[at] ?? null]])));
  const known = [...amounts.keys()].toSorted();
  const isOfDays = known.every((each) => /^\d{4}-\d\d-\d\d$/.test(each));
  if (known.length === 0 || !(isOfDays || known.every((each) => /^\d{6}$/.test(each)))) return null;
  const years = rangeOf(Number(known[0]!.slice(0, 4)), Number(known.at(-1)!.slice(0, 4)));
  const layout = isOfDays ? layDays(locale, years) : layMonths(locale, years, isNarrow);
  const { words, fill, dates } = locale;
  const { calendar: own } = words.charts;
  const name = (value: string): string =>
    isOfDays ? dates.precise(value, "day") : dates.precise(`${value.slice(0, 4)}-${value.slice(4)}-01`, "month");
  const shown = layout.periods.map((period) => {
    const amount = amounts.get(period.value) ?? (covered.has(period.month) ? ZERO : null);
    return { ...period, amount: amounts.get(period.value) === null ? null : amount };
  });
  const figures = shown.flatMap(({ amount }) => (amount && amount.unscaled !== 0n ? [decimalNumber(amount)] : []));
  const isDiverging = figures.some((each) => each < 0);
  const write = (figure: number): string => money.short(nearest(figure));
  const { classes, colorOf } = divideFigures(figures, isDiverging, write, locale.numbers.count);
  const colorFor = (amount: Decimal | null): string | null =>
    amount === null ? null : amount.unscaled === 0n ? NOTHING : colorOf(decimalNumber(amount));
  const hasZero = shown.some(({ amount }) => amount?.unscaled === 0n);
  const gaps = shown.filter(({ amount }) => amount === null).length;
  const keys: readonly LegendKey[] = [
    ...classes,
    ...(hasZero ? [{ label: money.short(ZERO), color: NOTHING }] : []),
    ...(gaps > 0 ? [{ label: own.notCovered, color: null, stripes: "1 3" }] : []),
  ];
  const cells = shown.map(({ value, row, column, amount }): CalendarCell => {
    const text = amount === null ? own.notCovered : money.exact(amount);
    const isLinked = amount !== null && amounts.has(value);
    return {
      row,
      column,
      title: fill(words.explore.fact, { label: isolate(name(value)), value: text }),
      color: colorFor(amount),
      href: isLinked ? (hrefOfCell?.("", value) ?? null) : null,
    };
  });
  const { rows, heads, numColumns } = layout;
  const sorted = shown
    .flatMap(({ value, amount }) => (amount === null ? [] : [{ value, amount, near: decimalNumber(amount) }]))
    .toSorted((a, b) => b.near - a.near);
  const [most, least] = [sorted[0], sorted.at(-1)];
  const ends =
    most && least
      ? [
          fill(own.ends, {
            period: isolate(name(most.value)),
            amount: money.short(most.amount),
            otherPeriod: isolate(name(least.value)),
            otherAmount: money.short(least.amount),
          }),
        ]
      : [];
  return {
    calendar: { rows, columns: heads, numColumns, cells, keys },
    description: [...ends, ...(gaps > 0 ? [fill(own.gaps, { count: gaps })] : [])].join(" "),
  };
}

function nearest(figure: number): Decimal {
  return { unscaled: BigInt(Math.round(figure * 100)), scale: 2 };
}

interface CalendarLayout {
  readonly periods: readonly Period[];
  readonly rows: readonly string[];
  readonly heads: HeatCalendar["columns"];
  readonly numColumns: number;
}

function rangeOf(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** Place months: years below each other. */
function layMonths({ language }: PageLocale, years: readonly number[], isNarrow: boolean): CalendarLayout {
  const format = new Intl.DateTimeFormat(language, {
    month: isNarrow ? "narrow" : "short",
    timeZone: "UTC",
    calendar: "gregory",
  });
  const months = rangeOf(1, 12);
  return {
    periods: years.flatMap((year, row) =>
      months.map((month) => {
        const value = `${String(year).padStart(4, "0")}${String(month).padStart(2, "0")}`;
        return { value, month: value, row, column: month - 1 };
      }),
    ),
    rows: years.map(String),
    heads: months.map((month) => ({ at: month - 1, text: format.format(Date.UTC(2000, month - 1)) })),
    numColumns: 12,
  };
}

/** Place days: weeks beside each other, those of a year below those of the year before. */
function layDays({ language }: PageLocale, years: readonly number[]): CalendarLayout {
  const options = { timeZone: "UTC", calendar: "gregory" } as const;
  const weekday = new Intl.DateTimeFormat(language, { ...options, weekday: "narrow" });
  const monthName = new Intl.DateTimeFormat(language, { ...options, month: "narrow" });
  // 3 January 2000 was a Monday.
  const days = rangeOf(0, 6).map((day) => weekday.format(Date.UTC(2000, 0, 3 + day)));
  const weekOf = (time: number, first: number): number => {
    const monday = first - ((new Date(first).getUTCDay() + 6) % 7) * DAY;
    return Math.floor((time - monday) / (7 * DAY));
  };
  const latest = years.slice(-MAX_YEARS_OF_DAYS);
  const periods = latest.flatMap((year, block) => {
    const [first, end] = [Date.UTC(year, 0), Date.UTC(year + 1, 0)];
    return rangeOf(0, (end - first) / DAY - 1).map((day) => {
      const time = first + day * DAY;
      const value = new Date(time).toISOString().slice(0, 10);
      const row = block * 8 + ((new Date(time).getUTCDay() + 6) % 7);
      return { value, month: value.slice(0, 7).replace("-", ""), row, column: weekOf(time, first) };
    });
  });
  const [year] = latest;
  return {
    periods,
    rows: latest.flatMap((each, block) => [
      `${each} ${days[0]!}`,
      ...days.slice(1),
      ...(block < latest.length - 1 ? [""] : []),
    ]),
    heads: rangeOf(0, 11).map((month) => ({
      at: weekOf(Date.UTC(year!, month), Date.UTC(year!, 0)),
      text: monthName.format(Date.UTC(2000, month)),
    })),
    numColumns: 54,
  };
}
