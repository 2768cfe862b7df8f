import { isError } from "../../core/model/values/value.js";
import { parseIsoDate } from "../../core/model/values/dates.js";
import { error, given, isObject, quoted, type Section } from "../../core/model/parse/section.js";

/**
 * Read the start of the fiscal year, `2012` or `2012-04-01`, for tables without dates; `null` if it is not given.
 * @param section a resource or a package, with `fiscalYear` or, in later versions, `fiscalPeriod`
 */
export function readFiscalYear(section: Section): string | null {
  for (const key of ["fiscalYear", "fiscalPeriod"]) {
    const value = given(section, key);
    if (value === undefined) continue;
    const written = isObject(value) ? value.start : value;
    const year = typeof written === "string" || typeof written === "number" ? beginOf(String(written).trim()) : null;
    if (year !== null) return year;
    error(
      section,
      key,
      `${quoted(written)} is not a year; write for example "2012", or the date on which the year begins`,
    );
  }
  return null;
}

/**
 * Return the start of a fiscal year; `null` if the text is not one. `2011/12`, `2011-12` and `2011/2012` span two
 * calendar years; `2011-04-01/2012-03-31` is a period.
 */
function beginOf(text: string): string | null {
  const years = /^(\d{4})\s*[/\u2013-]\s*(?:\d{2})?(\d{2})$/.exec(text);
  if (years && (Number(years[1]) + 1) % 100 === Number(years[2])) return years[1]!;
  const [begin = ""] = text.split("/");
  return isError(parseIsoDate(begin)) ? null : begin.trim();
}
