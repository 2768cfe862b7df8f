import { calendarDate } from "../model/values/calendar.js";
import type { Period } from "../query/aggregate/term.js";

/** Return the period before one, such as the month `200812` before `200901`; `null` if there is none. */
export function previousPeriod(period: Period, value: string): string | null {
  switch (period) {
    case "year":
      return yearName(Number(value) - 1);
    case "fiscal_year":
      return previousFiscalYear(value);
    case "yearmonth":
      return previousMonth(Number(value.slice(0, 4)), Number(value.slice(4)));
    case "name":
      return previousDay(...(value.split("-").map(Number) as [number, number, number]));
  }
}

/** Return the fiscal year before `2009`, or before `2009/10`. */
function previousFiscalYear(value: string): string | null {
  const year = Number(value.slice(0, 4));
  const before = yearName(year - 1);
  return before === null || !value.includes("/") ? before : `${before}/${digits(year % 100, 2)}`;
}

function previousMonth(year: number, month: number): string | null {
  if (month > 1) return digits(year, 4) + digits(month - 1, 2);
  return year > 1 ? `${digits(year - 1, 4)}12` : null;
}

function previousDay(year: number, month: number, day: number): string | null {
  if (day > 1) return dayName(year, month, day - 1);
  const [y, m] = month > 1 ? [year, month - 1] : [year - 1, 12];
  for (let last = 31; last > 27; last--) {
    const name = dayName(y, m, last);
    if (name !== null) return name;
  }
  return null;
}

function dayName(year: number, month: number, day: number): string | null {
  const name = calendarDate(year, month, day);
  return typeof name === "string" ? name : null;
}

function yearName(year: number): string | null {
  // Fiscal years may begin in the year before the first.
  return year < 0 ? null : digits(year, 4);
}

function digits(number: number, length: number): string {
  return String(number).padStart(length, "0");
}
