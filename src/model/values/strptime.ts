import { calendarDate, ordinalDate } from "./calendar.js";
import type { ValueError } from "./value.js";
import { MONTHS, WEEKDAYS } from "./month-names.js";

/**
 * Parses one text. Returns `YYYY-MM-DD`, an error if the calendar has no such day, or `null` if the text does not
 * match.
 */
export type DateParser = (text: string) => string | ValueError | null;

const MAX_LENGTH = 100;

/**
 * Compile a strptime format like Python's `_strptime` in the C locale, with POSIX's `%e %h %n %t %D %F %R %T` in
 * addition. Times, zones and weekdays are matched but not used. Weeks (`%U %W %V %G`) are refused, because ignoring them
 * would give a wrong day.
 * @returns an error for an unknown or repeated code, and for a format without a year
 */
export function compileStrptime(format: string): DateParser | ValueError {
  if (format.length > MAX_LENGTH) return { error: "is longer than 100 characters" };
  const pattern = patternOf(format);
  if (!(pattern instanceof RegExp)) return pattern;
  return (text) => {
    const groups = pattern.exec(text)?.groups;
    return groups ? dateOf(groups) : null;
  };
}

/** Parse a text by a format that `compileStrptime` accepts. */
export function strptime(text: string, format: string): string | ValueError | null {
  let parser = compiled.get(format);
  if (!parser) {
    parser = compileStrptime(format);
    if (compiled.size >= 1000) compiled.clear();
    compiled.set(format, parser);
  }
  return typeof parser === "function" ? parser(text) : null;
}

/** Compiled formats: millions of cells share one. */
const compiled = new Map<string, DateParser | ValueError>();

/** Codes that stand for several others. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ["D", "%m/%d/%y"],
  ["x", "%m/%d/%y"],
  ["F", "%Y-%m-%d"],
  ["R", "%H:%M"],
  ["T", "%H:%M:%S"],
  ["X", "%H:%M:%S"],
  ["r", "%I:%M:%S %p"],
  ["c", "%a %b %d %H:%M:%S %Y"],
]);

const names = (list: readonly string[], length?: number) => list.map((name) => name.slice(0, length)).join("|");

/** Pattern of each code. A code occurs once in a format and matches few lengths, so matching is fast. */
const CODES: ReadonlyMap<string, string> = new Map([
  ["Y", "(?<year>\\d{4})"],
  ["y", "(?<shortYear>\\d{2})"],
  ["m", "(?<month>1[0-2]|0[1-9]|[1-9])"],
  ["B", `(?<monthName>${names(MONTHS)})`],
  ["b", `(?<monthName>${names(MONTHS, 3)})`],
  ["d", "(?<day>3[01]|[12]\\d|0[1-9]|[1-9]| [1-9])"],
  ["j", "(?<ordinal>36[0-6]|3[0-5]\\d|[12]\\d{2}|0[1-9]\\d|00[1-9]|[1-9]\\d|0[1-9]|[1-9])"],
  ["A", `(?:${names(WEEKDAYS)})`],
  ["a", `(?:${names(WEEKDAYS, 3)})`],
  ["u", "[1-7]"],
  ["w", "[0-6]"],
  ["H", "(?:2[0-3]|[01]\\d|\\d)"],
  ["I", "(?:1[0-2]|0[1-9]|[1-9])"],
  ["M", "(?:[0-5]\\d|\\d)"],
  ["S", "(?:6[01]|[0-5]\\d|\\d)"],
  ["f", "\\d{1,6}"],
  ["p", "(?:am|pm)"],
  ["z", "(?:[+-]\\d{2}:?[0-5]\\d(?::?[0-5]\\d(?:\\.\\d{1,6})?)?|z)"],
  ["Z", "[a-z]{1,5}"],
]);

/** Codes with the same meaning as another code. */
const SAME: ReadonlyMap<string, string> = new Map([
  ["h", "b"],
  ["e", "d"],
]);

function patternOf(format: string): RegExp | ValueError {
  const spelled = format.replace(/%(.)/gsu, (code, letter: string) => SHORT.get(letter) ?? code).trim();
  let source = "";
  const seen = new Set<string>();
  // A run of white space is one token: matching two adjacent `\s+` would try every way to split a run.
  for (const [token] of spelled.matchAll(/(?:%[nt]|\s)+|%.?|[^%\s]+/gsu)) {
    if (/^(?:\s|%[nt])/u.test(token)) source += "\\s+";
    else if (token === "%%") source += "%";
    else if (!token.startsWith("%")) source += token.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    else {
      const code = SAME.get(token.slice(1)) ?? token.slice(1);
      const known = CODES.get(code);
      if (known === undefined) return { error: unknownCode(token) };
      const part = /^[Bbm]$/.test(code) ? "month" : code;
      if (seen.has(part)) return { error: `gives ${part === "month" ? "the month" : `%${code}`} more than once` };
      seen.add(part);
      source += known;
    }
  }
  if (!seen.has("Y") && !seen.has("y")) return { error: "gives no year; write %Y for the four digits of the year" };
  if (seen.has("Y") && seen.has("y")) return { error: "gives the year more than once" };
  return new RegExp(`^${source}$`, "iu");
}

function unknownCode(token: string): string {
  if (token === "%") return "ends in a single %; write %% for a percent sign";
  const remedy = "UWVG".includes(token.slice(1))
    ? "dates are not read from weeks"
    : "write %Y %m %d %B %b %y and the like";
  return `has the unknown code ${token}; ${remedy}`;
}

function dateOf(groups: Readonly<Record<string, string | undefined>>): string | ValueError {
  const year = groups.year === undefined ? fullYear(Number(groups.shortYear)) : Number(groups.year);
  if (groups.ordinal !== undefined) return ordinalDate(year, Number(groups.ordinal));
  const month = groups.monthName === undefined ? Number(groups.month ?? 1) : monthNumber(groups.monthName);
  return calendarDate(year, month, Number(groups.day ?? 1));
}

/** Complete a year of two digits. POSIX: 69 to 99 are in the twentieth century. */
function fullYear(short: number): number {
  return short + (short >= 69 ? 1900 : 2000);
}

function monthNumber(name: string): number {
  const start = name.slice(0, 3).toLowerCase();
  return MONTHS.findIndex((month) => month.toLowerCase().startsWith(start)) + 1;
}
