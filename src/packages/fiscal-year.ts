import { isError } from "../model/values/value.js";
import { parseDate } from "../model/values/dates.js";
import { error, given, isObject, quoted, type Section } from "../model/parse/section.js";

/**
 * The date of a table that has none in its rows: when its fiscal year begins, `2012` or `2012-04-01`; `null` where
 * nothing is said.
 * @param section a resource or a package: `fiscalYear`, or `fiscalPeriod`, which later versions have
 */
export function readFiscalYear(section: Section): string | null {
  for (const key of ["fiscalYear", "fiscalPeriod"]) {
    const value = given(section, key);
    if (value === undefined) continue;
    const written = isObject(value) ? value.start : value;
    const year = typeof written === "string" || typeof written === "number" ? beginOf(String(written).trim()) : null;
    if (year !== null) return year;
    error(section, key, `${quoted(written)} is no year; write for example "2012", or the date on which it begins`);
  }
  return null;
}

/** `2011/12`, `2011-12` and `2011/2012` are fiscal years of two calendar years, `2011-04-01/2012-03-31` is a period. */
function beginOf(text: string): string | null {
  const years = /^(\d{4})\s*[/\u2013-]\s*(?:\d{2})?(\d{2})$/.exec(text);
  if (years && (Number(years[1]) + 1) % 100 === Number(years[2])) return years[1]!;
  const [begin = ""] = text.split("/");
  return isError(parseDate(begin, null)) ? null : begin.trim();
}
