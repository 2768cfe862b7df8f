import { calendarDate } from "./calendar.js";
import type { Value } from "./value.js";

/** Attributes of dates that contain one another, and the digits that each has. */
const DIGITS: ReadonlyMap<string, number> = new Map([
  ["year", 4],
  ["yearmonth", 6],
  ["name", 8],
]);

/**
 * Return how to read a longer period from a shorter one: the year of a month or a day, the month of a day.
 * @param part attribute that is read
 * @param whole attribute that is read from
 * @returns `null` if the one does not follow from the other
 */
export function planDatePart(part: string, whole: string): ((value: Value) => Value) | null {
  const [digits, from] = [DIGITS.get(part), DIGITS.get(whole)];
  if (digits === undefined || from === undefined || digits >= from) return null;
  return (value) => (value === null ? null : String(value).replaceAll("-", "").slice(0, digits));
}

/** List the days of a year, a month or a day; `null` if the value is none of them. */
export function listDays(attribute: string, value: string): readonly string[] | null {
  const digits = attribute === "name" ? value.replaceAll("-", "") : value;
  if (!/^\d{4,8}$/.test(digits) || digits.length !== DIGITS.get(attribute)) return null;
  const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].map(Number);
  const days: string[] = [];
  for (const m of month === 0 ? oneTo(12) : [month!]) {
    for (const d of day === 0 ? oneTo(31) : [day!]) {
      const date = calendarDate(year!, m, d);
      if (typeof date === "string") days.push(date);
    }
  }
  return days;
}

function oneTo(last: number): readonly number[] {
  return Array.from({ length: last }, (_, at) => at + 1);
}
