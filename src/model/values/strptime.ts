import { calendarDate, ordinalDate } from "./calendar.js";
import type { ValueError } from "./value.js";
import { MONTHS, WEEKDAYS } from "./month-names.js";

/** Reads one text: `YYYY-MM-DD`, a fault when the calendar has no such day, `null` when the text has another form. */
export type DateParser = (text: string) => string | ValueError | null;

const MAX_LENGTH = 100;

/**
 * Compile a strptime format as Python's `_strptime` reads it in the C locale; `%e %h %n %t %D %F %R %T` of POSIX are
 * understood too. Times, zones and week days are matched and not used. Weeks (`%U %W %V %G`) are refused: ignoring
 * them would give a wrong day.
 * @returns a fault for an unknown or repeated code, and for a format that cannot give a year
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

/** Read a text by a format that `compileStrptime` accepts. */
export function strptime(text: string, format: string): string | ValueError | null {
  let parser = compiled.get(format);
  if (!parser) {
    parser = compileStrptime(format);
    if (compiled.size >= 1000) compiled.clear();
    compiled.set(format, parser);
  }
  return typeof parser === "function" ? parser(text) : null;
}

/** Compiled once for the millions of cells that share a format. */
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

/** What each code matches. A code comes once in a format and matches few lengths: the search stays short. */
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

/** Codes that mean the same. */
const SAME: ReadonlyMap<string, string> = new Map([
  ["h", "b"],
  ["e", "d"],
]);

function patternOf(format: string): RegExp | ValueError {
  const spelled = format.replace(/%(.)/gsu, (code, letter: string) => SHORT.get(letter) ?? code).trim();
  let source = "";
  const seen = new Set<string>();
  // White space comes as one token: two `\s+` side by side would try every way to share a run.
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
  if (!seen.has("Y") && !seen.has("y"))
    return { error: "gives no year; write %Y where the four digits of the year stand" };
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

/** POSIX: 69 to 99 are of the twentieth century. */
function fullYear(short: number): number {
  return short + (short >= 69 ? 1900 : 2000);
}

function monthNumber(name: string): number {
  const start = name.slice(0, 3).toLowerCase();
  return MONTHS.findIndex((month) => month.toLowerCase().startsWith(start)) + 1;
}
