import { phraseText } from "../errors/phrase-text.js";
import { errorText } from "../errors/error-text.js";
import { nameFiscalYear } from "./calendar-rules.js";
import type { Attribute, Dimension, FiscalYear } from "./cube.js";
import { readPeriod } from "./values/dates.js";
import { isError, type ValueError } from "./values/value.js";

/** A value of a date or of a part of one. */
export interface CalendarValue {
  /** As entries have it, or the beginning of it. */
  readonly text: string;
  /** False for a year or a month that includes the days or months of entries. */
  readonly isWhole: boolean;
}

/** Numbers of a calendar. */
interface CalendarNumber {
  /** Digits in entries. */
  readonly digits: number;
  /** The first and the last; years have neither. */
  readonly from?: number;
  readonly to?: number;
  /** Form in which one is written. */
  readonly form: string;
}

const YEAR: CalendarNumber = { digits: 4, form: "a year, as in 2020" };

const NUMBERS: ReadonlyMap<string, CalendarNumber> = new Map([
  ["year", YEAR],
  ["weekyear", YEAR],
  ["quarter", numbersTo(4, "quarter")],
  ["fiscal_quarter", numbersTo(4, "quarter")],
  ["month", numbersTo(12, "month")],
  ["week", numbersTo(53, "week")],
  ["day", numbersTo(31, "day")],
]);

function numbersTo(to: number, name: string): CalendarNumber {
  return { digits: String(to).length, from: 1, to, form: `a ${name}, from 1 to ${to}` };
}

/** A whole number, with or without zeros before it, or after a point as programs write floats. */
const WHOLE = /^0*(\d+)(?:\.0*)?$/;

/** Years by their four digits, or by two that follow one another. */
const TWO_YEARS = /^(\d{4})[/-](\d{2}|\d{4})$/;

/**
 * Read a value that a request names of an attribute of dates: dates as cells of dates are read, parts of dates as
 * numbers.
 * @returns the value; the end of a sentence about a text that is none; `null` for attributes that are plain text
 */
export function readCalendarValue(
  dimension: Dimension,
  attribute: Attribute,
  text: string,
): CalendarValue | ValueError | null {
  const { name, source } = attribute;
  const trimmed = text.trim();
  if (isDay(attribute)) return readDay(trimmed, source?.format ?? null);
  if (dimension.kind !== "date") return null;
  if (name === "yearmonth") return readMonth(trimmed);
  if (name === "fiscal_year") return readFiscalYear(trimmed, dimension.calendar?.fiscalYear ?? null);
  const number = NUMBERS.get(name);
  return number === undefined ? null : readWhole(trimmed, number);
}

/** Tell if an attribute has days, of a date dimension or of any other. */
export function isDay({ source }: Attribute): boolean {
  return source?.datatype === "date";
}

function readDay(text: string, format: string | null): CalendarValue | ValueError {
  const period = readPeriod(text, format);
  if (!isError(period)) return { text: period, isWhole: period.length === 10 };
  const { error } = period;
  return error.includes("write") ? period : { error: errorText("day_not_read", { reason: error }) };
}

function readMonth(text: string): CalendarValue | ValueError {
  const [digits = text] = /^\d{6}(?=\.0*$)/.exec(text) ?? [];
  const month = /^(\d{4})(\d{2})$/.exec(digits);
  const period = readPeriod(month ? `${month[1]}-${month[2]}` : digits, null);
  if (!isError(period) && period.length <= 7 && !/^\d{5}$/.test(digits)) {
    return { text: period.replace("-", ""), isWhole: period.length === 7 };
  }
  const isNumber = /^\d{1,2}$/.test(text);
  const remedy = isNumber ? phraseText("or_month_of_every_year") : "";
  return { error: errorText("not_a_month_of_year", { remedy }) };
}

function readFiscalYear(text: string, rules: FiscalYear | null): CalendarValue | ValueError {
  const [, from, to] = TWO_YEARS.exec(text) ?? [];
  const isNamedByTwo = rules !== null && rules.starts !== "01-01";
  if (from !== undefined && isNamedByTwo) {
    const next = Number(from) + 1;
    if (Number(to) === (to!.length === 2 ? next % 100 : next))
      return { text: nameFiscalYear(rules, next - 1), isWhole: true };
  }
  const form = isNamedByTwo ? "a fiscal year, as in 2019 or 2019/20" : "a fiscal year, as in 2019";
  const year = readWhole(text, { ...YEAR, form });
  if (isError(year) || rules?.named !== "both") return year;
  return { text: nameFiscalYear(rules, Number(year.text)), isWhole: true };
}

function readWhole(text: string, { digits, from, to, form }: CalendarNumber): CalendarValue | ValueError {
  const [, number] = WHOLE.exec(text) ?? [];
  const isOutside = from !== undefined && to !== undefined && (Number(number) < from || Number(number) > to);
  if (number === undefined || number.length > digits || isOutside)
    return { error: errorText("not_a_number_of_calendar", { form }) };
  return { text: number.padStart(digits, "0"), isWhole: true };
}
