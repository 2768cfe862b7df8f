import { errorText } from "../../errors/error-text.js";
import { calendarDate, ordinalDate } from "./calendar.js";
import type { ValueError } from "./value.js";
import { eraYear } from "./eras.js";
import { LANGUAGES_OF_MONTHS, monthOf } from "./month-of.js";
import { WEEKDAYS } from "./month-names.js";

/**
 * Parses one text. Returns `YYYY-MM-DD`, an error if the calendar has no such day, or `null` if the text does not
 * match.
 */
export type DateParser = (text: string) => string | ValueError | null;

const MAX_LENGTH = 100;

/**
 * Compile a strptime format like Python's `_strptime` in the C locale, with POSIX's `%e %h %n %t %D %F %R %T` in
 * addition, and of our own `%q` a quarter, `%EY` a year of an era, `%{next}y` and `%{next}Y` the year after, `%{hr}B` a month
 * in a language; names of months are read in any language. Times, zones and weekdays are matched but not used. Weeks (`%U %W %V %G`) are refused, because ignoring them
 * would give a wrong day.
 * @returns an error for an unknown or repeated code, and for a format without a year
 */
export function compileStrptime(format: string): DateParser | ValueError {
  if (format.length > MAX_LENGTH) return { error: errorText("format_too_long") };
  const compiledFormat = patternOf(format);
  if (!("pattern" in compiledFormat)) return compiledFormat;
  const { pattern, language } = compiledFormat;
  return (text) => {
    const groups = pattern.exec(text)?.groups;
    return groups ? dateOf(groups, language) : null;
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

/** A name of letters, maybe with a point, and maybe of two words. Which month it means is looked up. */
const NAME = String.raw`\p{L}[\p{L}\p{M}'’]*\.?(?: (?!(?:de|del)\s)\p{L}[\p{L}\p{M}]+)?`;

/** Pattern of each code. A code occurs once in a format and matches few lengths, so matching is fast. */
const CODES: ReadonlyMap<string, string> = new Map([
  ["Y", "(?<year>\\d{4})"],
  ["y", "(?<shortYear>\\d{2})"],
  ["m", "(?<month>1[0-2]|0[1-9]|[1-9])"],
  ["B", `(?<monthName>${NAME})`],
  ["b", `(?<monthName>${NAME})`],
  ["q", "(?<quarter>[1-4])"],
  ["EY", `(?<era>${NAME}\\s*(?:\\d{1,4}|元))年?`],
  ["{next}Y", "(?<next>\\d{4})"],
  ["{next}y", "(?<next>\\d{2})"],
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

function patternOf(format: string): Pattern | ValueError {
  const spelled = format.replace(/%(.)/gsu, (code, letter: string) => SHORT.get(letter) ?? code).trim();
  let source = "";
  let language: string | null = null;
  const seen = new Set<string>();
  // A run of white space is one token: matching two adjacent `\s+` would try every way to split a run.
  for (const [token] of spelled.matchAll(/(?:%[nt]|\s)+|%(?:\{\w+\}|E)?.?|[^%\s]+/gsu)) {
    if (/^(?:\s|%[nt])/u.test(token)) source += "\\s+";
    else if (token === "%%") source += "%";
    else if (!token.startsWith("%")) source += token.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    else {
      const [, named] = /^%\{(\w+)\}[Bb]$/.exec(token) ?? [];
      if (named !== undefined && !LANGUAGES_OF_MONTHS.includes(named)) return { error: unknownLanguage(token) };
      const code = named === undefined ? (SAME.get(token.slice(1)) ?? token.slice(1)) : "B";
      language = named ?? language;
      const known = CODES.get(code);
      if (known === undefined) return { error: unknownCode(token) };
      const part = /^[Bbmq]$/.test(code) ? "month" : code === "EY" ? "Y" : code;
      if (seen.has(part))
        return { error: errorText("format_repeats", { part: part === "month" ? "the month" : `%${code}` }) };
      seen.add(part);
      source += known;
    }
  }
  if (!seen.has("Y") && !seen.has("y")) return { error: errorText("format_without_year") };
  if (seen.has("Y") && seen.has("y")) return { error: errorText("format_repeats_year") };
  return { pattern: new RegExp(`^${source}$`, "iu"), language };
}

/** A compiled format, and the language of its names of months; `null` for any. */
interface Pattern {
  readonly pattern: RegExp;
  readonly language: string | null;
}

function unknownLanguage(token: string): string {
  return `has the unknown language in ${token}; write ${LANGUAGES_OF_MONTHS.slice(0, 8).join(", ")} or another code of ISO 639-1`;
}

function unknownCode(token: string): string {
  if (token === "%") return "ends in a single %; write %% for a percent sign";
  const remedy = "UWVG".includes(token.slice(1))
    ? "dates are not read from weeks"
    : "write %Y %m %d %B %b %y and the like";
  return `has the unknown code ${token}; ${remedy}`;
}

function dateOf(
  groups: Readonly<Record<string, string | undefined>>,
  language: string | null,
): string | ValueError | null {
  const { shortYear, next, ordinal, monthName, quarter, era } = groups;
  const year = Number(era === undefined ? (groups.year ?? fullYear(Number(shortYear))) : eraYear(era));
  if (Number.isNaN(year) || (era !== undefined && year === 0)) return null;
  if (next !== undefined && (year + 1) % 10 ** next.length !== Number(next)) return null;
  if (ordinal !== undefined) return ordinalDate(year, Number(ordinal));
  const first = quarter === undefined ? Number(groups.month ?? 1) : Number(quarter) * 3 - 2;
  const month = monthName === undefined ? first : monthOf(monthName, language);
  return month === null ? null : calendarDate(year, month, Number(groups.day ?? 1));
}

/** Complete a year of two digits. POSIX: 69 to 99 are in the twentieth century. */
function fullYear(short: number): number {
  return short + (short >= 69 ? 1900 : 2000);
}
