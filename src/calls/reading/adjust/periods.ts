import type { FiscalYear } from "../../../core/model/cube.js";
import { MONTHS } from "../../../core/model/values/month-names.js";

/** Precision of dates. */
export type TimePrecision = "year" | "month" | "day";

/** How the dates of a dataset are read. */
export interface DatasetTime {
  readonly precision: TimePrecision;
  readonly fiscal: FiscalYear | null;
}

/** Attribute of dates that entries are grouped by to be adjusted. */
export type PeriodAttribute = "year" | "yearmonth" | "name";

/** Periods of a series: years by the calendar year in which they begin, or months, as `200904`. */
export interface SeriesPeriods {
  readonly slots: readonly string[];
  /** True if the period of the entries is a year of which the series has the months. */
  readonly isOfMonths: boolean;
}

const JANUARY = "01-01";

/** Return the parts of dates that tell which periods of some series entries are in. */
export function choosePeriods(own: DatasetTime, series: readonly DatasetTime[]): PeriodAttribute {
  if (own.precision === "year") return "year";
  const ofMonths = series.some(({ precision, fiscal }) => precision === "month" || startOf(fiscal) !== JANUARY);
  const ofDays = series.some(({ precision, fiscal }) => precision === "year" && !startOf(fiscal).endsWith("-01"));
  if (ofDays && own.precision === "day") return "name";
  return ofMonths ? "yearmonth" : "year";
}

/** Return the periods of a series that entries are in. @param value year, month or day of entries */
export function seriesPeriodsOf(own: DatasetTime, series: DatasetTime, value: string): SeriesPeriods {
  const year = Number(value.slice(0, 4));
  if (own.precision === "year") {
    return series.precision === "month"
      ? monthsOf(firstYearOf(own.fiscal, year), own.fiscal)
      : one(firstYear(own, series, year));
  }
  const [month, day] = value.includes("-") ? [value.slice(5, 7), value.slice(8)] : [value.slice(4, 6), "31"];
  if (series.precision === "month") return { slots: [`${value.slice(0, 4)}${month}`], isOfMonths: false };
  const start = startOf(series.fiscal);
  if (start === JANUARY) return one(year);
  return one(`${month}-${day}` >= start ? year : year - 1);
}

/** Return the periods of a series that a request names as the base of prices; `null` if it has no such periods. */
export function periodsOfBase(own: DatasetTime, series: DatasetTime, base: string): SeriesPeriods | null {
  const digits = base.replace("-", "");
  if (digits.length === 6 && !base.includes("/")) {
    return series.precision === "month" ? { slots: [digits], isOfMonths: false } : null;
  }
  const year = Number(base.slice(0, 4));
  if (base.includes("/")) {
    const fiscal = own.fiscal ?? series.fiscal;
    return series.precision === "month" ? monthsOf(year, fiscal) : one(year);
  }
  if (own.precision === "year") return seriesPeriodsOf(own, series, base);
  return series.precision === "month" ? monthsOf(year, null) : one(firstYearOf(series.fiscal, year));
}

/** Return the period of a yearly series that a row is of. @param date `YYYY-MM-DD` */
export function yearOfRow({ fiscal }: DatasetTime, date: string): string {
  const year = Number(date.slice(0, 4));
  if (date.endsWith(`-${JANUARY}`)) return String(firstYearOf(fiscal, year));
  return String(date.slice(5) >= startOf(fiscal) ? year : year - 1);
}

/** Say how the years of a series differ from those of entries; `null` if they do not. */
export function compareYears(
  own: DatasetTime & { readonly name: string },
  series: DatasetTime & { readonly name: string },
): string | null {
  if (own.precision !== "year" || series.precision !== "year" || startOf(own.fiscal) === startOf(series.fiscal))
    return null;
  return `years of "${series.name}" begin ${describeStart(series.fiscal)}, those of "${own.name}" ${describeStart(own.fiscal)}`;
}

function firstYear(own: DatasetTime, series: DatasetTime, year: number): number {
  const isSame = startOf(own.fiscal) === startOf(series.fiscal);
  return firstYearOf(isSame ? own.fiscal : series.fiscal, year);
}

/** Return the calendar year in which the year of a name begins. */
export function firstYearOf(fiscal: FiscalYear | null, year: number): number {
  return fiscal?.named === "end" && fiscal.starts !== JANUARY ? year - 1 : year;
}

function monthsOf(year: number, fiscal: FiscalYear | null): SeriesPeriods {
  const start = Number(startOf(fiscal).slice(0, 2)) - 1;
  const slots = Array.from({ length: 12 }, (_, at) => {
    const month = start + at;
    return `${String(year + Math.floor(month / 12)).padStart(4, "0")}${String((month % 12) + 1).padStart(2, "0")}`;
  });
  return { slots, isOfMonths: true };
}

function one(year: number): SeriesPeriods {
  return { slots: [String(year)], isOfMonths: false };
}

function startOf(fiscal: FiscalYear | null): string {
  return fiscal?.starts ?? JANUARY;
}

function describeStart(fiscal: FiscalYear | null): string {
  const [month, day] = startOf(fiscal).split("-").map(Number);
  return day === 1 ? `in ${MONTHS[month! - 1]!}` : `on ${day} ${MONTHS[month! - 1]!}`;
}
