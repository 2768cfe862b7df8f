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

/** Numbers of a calendar, by attribute: their digits in entries, and how to write one. */
const NUMBERS: ReadonlyMap<string, readonly [digits: number, form: string]> = new Map([
  ["year", [4, "a year, as in 2020"]],
  ["weekyear", [4, "a year, as in 2020"]],
  ["quarter", [1, "a quarter, from 1 to 4"]],
  ["fiscal_quarter", [1, "a quarter, from 1 to 4"]],
  ["month", [2, "a month, from 1 to 12"]],
  ["week", [2, "a week, from 1 to 53"]],
  ["day", [2, "a day, from 1 to 31"]],
]);

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
  if (dimension.kind !== "date") return null;
  const { name } = attribute;
  const trimmed = text.trim();
  if (attribute === dimension.identity) return readDay(trimmed, attribute.source?.format ?? null);
  if (name === "yearmonth") return readMonth(trimmed);
  if (name === "fiscal_year") return readFiscalYear(trimmed, dimension.calendar?.fiscalYear ?? null);
  const [digits, form] = NUMBERS.get(name) ?? [];
  return digits === undefined ? null : readWhole(trimmed, digits, form!);
}

function readDay(text: string, format: string | null): CalendarValue | ValueError {
  const period = readPeriod(text, format);
  if (!isError(period)) return { text: period, isWhole: period.length === 10 };
  const { error } = period;
  return error.includes("write") ? period : { error: `${error}; write YYYY, YYYY-MM or YYYY-MM-DD` };
}

function readMonth(text: string): CalendarValue | ValueError {
  const [digits = text] = /^\d{6}(?=\.0*$)/.exec(text) ?? [];
  const month = /^(\d{4})(\d{2})$/.exec(digits);
  const period = readPeriod(month ? `${month[1]}-${month[2]}` : digits, null);
  if (!isError(period) && period.length <= 7 && !/^\d{5}$/.test(digits)) {
    return { text: period.replace("-", ""), isWhole: period.length === 7 };
  }
  const isNumber = /^\d{1,2}$/.test(text);
  const remedy = isNumber ? ", or name the attribute month for that of every year" : "";
  return { error: `is not a month of a year: write it as in 202003 or 2020-03${remedy}` };
}

function readFiscalYear(text: string, rules: FiscalYear | null): CalendarValue | ValueError {
  const [, from, to] = TWO_YEARS.exec(text) ?? [];
  const isNamedByTwo = rules !== null && rules.starts !== "01-01";
  if (from !== undefined && isNamedByTwo) {
    const next = Number(from) + 1;
    if (Number(to) === (to!.length === 2 ? next % 100 : next))
      return { text: nameFiscalYear(rules, next - 1), isWhole: true };
  }
  const year = readWhole(text, 4, isNamedByTwo ? "a fiscal year, as in 2019 or 2019/20" : "a fiscal year, as in 2019");
  if (isError(year) || rules?.named !== "both") return year;
  return { text: nameFiscalYear(rules, Number(year.text)), isWhole: true };
}

function readWhole(text: string, digits: number, form: string): CalendarValue | ValueError {
  const [, number] = WHOLE.exec(text) ?? [];
  if (number === undefined || number.length > digits)
    return { error: `is not a number of the calendar: write ${form}` };
  return { text: number.padStart(digits, "0"), isWhole: true };
}
