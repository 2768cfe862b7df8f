import type { ValueError, Value } from "./value.js";
import { calendarDate, dayOfYear, weekday } from "./calendar.js";
import { MONTHS } from "./month-names.js";
import { strptime } from "./strptime.js";

/** Longer texts are no dates. */
const MAX_LENGTH = 200;

const ISO =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)? ?(?:[Zz]|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/;

/**
 * Read a date: `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, an ISO date-time (its date as written, whatever its zone), or the
 * strptime format of the field, which is tried first.
 * @returns `YYYY-MM-DD`; a missing month or day is the first
 */
export function parseDate(text: string, format: string | null): string | ValueError {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) return { error: "is not a date: it is longer than 200 characters" };
  const byFormat = format === null ? null : strptime(trimmed, format);
  if (typeof byFormat === "string") return byFormat;
  const byIso = isoDate(trimmed);
  if (typeof byIso === "string") return byIso;
  const remedy =
    format === null
      ? 'write YYYY, YYYY-MM or YYYY-MM-DD, or give the field a "format"'
      : `write it in the format ${JSON.stringify(format)}, or as YYYY-MM-DD`;
  return byFormat ?? byIso ?? { error: `is not a date: ${remedy}` };
}

/** `null` where the text has not the form of an ISO date; a fault where it has the form and is no date. */
function isoDate(text: string): string | ValueError | null {
  const match = ISO.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1).map((digits) => Number(digits ?? NaN));
  const midnight = hour === 24 && minute === 0;
  if ((hour! > 23 && !midnight) || minute! > 59 || second! > 60)
    return { error: "is not a date: there is no such time of day" };
  return calendarDate(year!, Number.isNaN(month) ? 1 : month!, Number.isNaN(day) ? 1 : day!);
}

/**
 * The values of `DATE_ATTRIBUTES`, in that order, of a date.
 * @param name `YYYY-MM-DD`, or `null` for no value: then every attribute has none
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

/** ISO 8601: week 1 is the one with the year's first Thursday. */
function isoWeek(year: number, month: number, day: number): string {
  const week = Math.floor((dayOfYear(year, month, day) - weekday(year, month, day) + 10) / 7);
  if (week === 0) return isoWeek(year - 1, 12, 31);
  if (week === 53 && weekday(year, 12, 31) < 4) return "01";
  return String(week).padStart(2, "0");
}
