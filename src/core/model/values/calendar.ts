import { errorText } from "../../errors/error-text.js";
import { isError, type ValueError } from "./value.js";

/** Return `YYYY-MM-DD`, or an error if the Gregorian calendar has no such day in the years 1 to 9999. */
export function calendarDate(year: number, month: number, day: number): string | ValueError {
  if (year < 1 || year > 9999) return { error: errorText("year_out_of_range") };
  if (month < 1 || month > 12) return { error: errorText("no_such_month") };
  if (day < 1 || day > daysInMonth(year, month)) return { error: errorText("no_such_day_of_month") };
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

/** Return the date of the n-th day of a year. */
export function ordinalDate(year: number, ordinal: number): string | ValueError {
  if (ordinal < 1 || ordinal > dayOfYear(year, 12, 31)) return { error: errorText("no_such_day_of_year") };
  let month = 1;
  let day = ordinal;
  while (day > daysInMonth(year, month)) day -= daysInMonth(year, month++);
  return calendarDate(year, month, day);
}

/** Return the number of a day in its year; 1 for the first of January. */
export function dayOfYear(year: number, month: number, day: number): number {
  let days = day;
  for (let m = 1; m < month; m++) days += daysInMonth(year, m);
  return days;
}

/** Return the weekday: 1 for Monday to 7 for Sunday. */
export function weekday(year: number, month: number, day: number): number {
  const before = year - 1;
  const days =
    before * 365 +
    Math.floor(before / 4) -
    Math.floor(before / 100) +
    Math.floor(before / 400) +
    dayOfYear(year, month, day);
  // The first of January of the year 1 was a Monday.
  return ((((days - 1) % 7) + 7) % 7) + 1;
}

/** Return the three numbers that a text consists of, as dates do: `30.02.2023`; `null` for other texts. */
export function numbersOfDate(text: string): readonly string[] | null {
  return /^(\d{1,4})[-./](\d{1,2})[-./](\d{1,4})$/.exec(text)?.slice(1) ?? null;
}

/** True for three numbers that are no day, in whatever order: the year is the one of four digits. */
export function areNoDay([first, second, third]: readonly string[]): boolean {
  const isYearFirst = first!.length === 4;
  if (isYearFirst === (third!.length === 4)) return false;
  const [year, month, day] = (isYearFirst ? [first, second, third] : [third, second, first]).map(Number);
  return isError(calendarDate(year!, month!, day!)) && isError(calendarDate(year!, day!, month!));
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function pad(number: number, digits: number): string {
  return String(number).padStart(digits, "0");
}
