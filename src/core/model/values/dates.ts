import { errorText } from "../../errors/error-text.js";
import type { ValueError, Value } from "./value.js";
import { calendarDate, dayOfYear, weekday } from "./calendar.js";
import { lengthOfFormat, readLoneDate, readLonePeriod } from "./date-readings.js";
import { MONTHS } from "./month-names.js";
import { strptime } from "./strptime.js";

/** Maximum length of a date in characters. */
const MAX_LENGTH = 200;

const ISO =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)? ?(?:[Zz]|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/;

/**
 * Parse a date that is read by itself. With a strptime format it is read by that, else as `YYYY`, `YYYY-MM`,
 * `YYYY-MM-DD` or an ISO date-time, whose date is taken as written, ignoring the time zone. Without a format, it may
 * also be written in any other way that has one reading.
 * @returns `YYYY-MM-DD`; a missing month or day becomes 01
 */
export function parseDate(text: string, format: string | null): string | ValueError {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) return TOO_LONG;
  const byFormat = format === null ? null : strptime(trimmed, format);
  if (typeof byFormat === "string") return byFormat;
  const byIso = isoDate(trimmed);
  if (typeof byIso === "string") return byIso;
  if (format === null) return readLoneDate(trimmed) ?? byIso ?? NO_DATE;
  return byFormat ?? byIso ?? { error: errorText("date_not_in_format", { format: JSON.stringify(format) }) };
}

/** Parse an ISO date, as `parseDate` does without a format, in no other way. */
export function parseIsoDate(text: string): string | ValueError {
  const trimmed = text.trim();
  return trimmed.length > MAX_LENGTH ? TOO_LONG : (isoDate(trimmed) ?? NO_DATE);
}

/**
 * Read the year, month or day that a request names: in ISO 8601, in the format of the cells, or in any other way that
 * has one reading.
 * @param format strptime format of the cells; `null` if they have none
 * @returns `YYYY`, `YYYY-MM` or `YYYY-MM-DD`
 */
export function readPeriod(text: string, format: string | null): string | ValueError {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) return TOO_LONG;
  const byIso = isoDate(trimmed);
  if (typeof byIso === "string") return byIso.slice(0, trimmed.length);
  const byFormat = format === null ? null : strptime(trimmed, format);
  if (typeof byFormat === "string") return byFormat.slice(0, lengthOfFormat(format!));
  return readLonePeriod(trimmed) ?? byIso ?? NO_PERIOD;
}

const NO_PERIOD: ValueError = { error: errorText("not_a_date") };

const TOO_LONG: ValueError = { error: errorText("date_too_long") };

const NO_DATE: ValueError = {
  error: errorText("date_without_format"),
};

/** Parse an ISO date. @returns `null` if the text does not have that form, an error if no such date exists */
function isoDate(text: string): string | ValueError | null {
  const match = ISO.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1).map((digits) => Number(digits ?? NaN));
  const midnight = hour === 24 && minute === 0;
  if ((hour! > 23 && !midnight) || minute! > 59 || second! > 60) return { error: errorText("no_such_time_of_day") };
  return calendarDate(year!, Number.isNaN(month) ? 1 : month!, Number.isNaN(day) ? 1 : day!);
}

/**
 * Return the values of `DATE_ATTRIBUTES`, in that order, of a date.
 * @param name `YYYY-MM-DD`; `null` for the missing value: then all attributes are `null`
 */
export function dateAttributes(name: string | null): readonly Value[] {
  if (name === null) return [null, null, null, null, null, null, null, null];
  const year = name.slice(0, 4);
  const month = name.slice(5, 7);
  const day = name.slice(8, 10);
  const label = `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
  const quarter = String(Math.ceil(Number(month) / 3));
  return [name, label, year, quarter, month, isoWeek(Number(year), Number(month), Number(day)), day, year + month];
}

/** Return the year of a date's week (ISO 8601): the calendar year that has its Thursday. @param name `YYYY-MM-DD` */
export function weekYear(name: string): string {
  const [year, month, day] = name.split("-").map(Number) as [number, number, number];
  const thursday = dayOfYear(year, month, day) + 4 - weekday(year, month, day);
  const isBefore = thursday < 1;
  const isAfter = thursday > dayOfYear(year, 12, 31);
  return String(year + Number(isAfter) - Number(isBefore)).padStart(4, "0");
}

/** Return the week, `01` to `53`. ISO 8601: week 1 contains the year's first Thursday. */
function isoWeek(year: number, month: number, day: number): string {
  const week = Math.floor((dayOfYear(year, month, day) - weekday(year, month, day) + 10) / 7);
  if (week === 0) return isoWeek(year - 1, 12, 31);
  if (week === 53 && weekday(year, 12, 31) < 4) return "01";
  return String(week).padStart(2, "0");
}
