import { errorText } from "../../errors/error-text.js";
import { phraseText } from "../../errors/phrase-text.js";
import type { DATE_FORM_PHRASES } from "../../errors/texts/date-forms.js";
import { calendarDate } from "./calendar.js";
import { strptime } from "./strptime.js";
import type { ValueError } from "./value.js";
import { readWorded } from "./worded-dates.js";

/** A way to write dates other than ISO 8601. */
export interface DateReading {
  /** The parts in their order, such as `day/month/year`. */
  readonly name: string;
  readonly example: string;
  /** strptime formats that read it; empty if there are none. */
  readonly formats: readonly string[];
  /** True if it is never read without a `format`, because people mean different dates by it. */
  readonly needsFormat: boolean;
  /** Condition under which dates with two numbers before the year are read so; `null` for all others. */
  readonly condition: typeof DAY_FIRST | typeof MONTH_FIRST | null;
  /** True if it looks like a plain number, so that only a model can say that a column has dates. */
  readonly isLikeNumbers: boolean;
  /** Name of the reading that counts where all cells allow both; `null` if there is none. */
  readonly behind: string | null;
  /** Reads a text; `null` if it is written differently. */
  readonly read: (text: string) => string | ValueError | null;
}

/** True for `2009-10`: October of 2009, or the year that begins in 2009 and ends in 2010. */
export function mayBeYears(text: string): boolean {
  return /^\d{4}-\d\d$/.test(text) && (Number(text.slice(0, 4)) + 1) % 100 === Number(text.slice(5));
}

/** True for `2009`, a year alone. */
export function isYear(text: string): boolean {
  return /^\d{4}$/.test(text);
}

/** Name of the reading of `45296` as the days since 1899: never beside years, of which it may be one with a digit too many. */
export const SERIAL_DAYS = phraseText("form_serial");

/** Name of the reading of `2009-10` as the year that begins in 2009: where all cells of a column are such, and differ. */
export const YEAR_DASH_NEXT = phraseText("form_two_years_hyphen");

const DAY_FIRST = "day_if_first";
const MONTH_FIRST = "day_if_month_first";

/**
 * The ways to write dates, without those of ISO 8601, which are read everywhere. A column without a `format` is read
 * in the one way that all its cells allow.
 */
export const DATE_READINGS: readonly DateReading[] = [
  written("form_day_month_year_dots", "5.1.2024", ["%d.%m.%Y", "%d.%m.%Y %H:%M", "%d.%m.%Y %H:%M:%S"]),
  written("form_day_month_year_slashes", "25/01/2024", ["%d/%m/%Y", "%d/%m/%Y %H:%M", "%d/%m/%Y %H:%M:%S"], {
    condition: DAY_FIRST,
  }),
  written(
    "form_month_day_year_slashes",
    "01/25/2024",
    ["%m/%d/%Y", "%m/%d/%Y %H:%M", "%m/%d/%Y %H:%M:%S", "%m/%d/%Y %I:%M:%S %p"],
    {
      condition: MONTH_FIRST,
    },
  ),
  written("form_day_month_year_hyphens", "25-01-2024", ["%d-%m-%Y"], { condition: DAY_FIRST }),
  written("form_month_day_year_hyphens", "01-25-2024", ["%m-%d-%Y"], { condition: MONTH_FIRST }),
  written("form_year_month_day_slashes", "2024/01/05", ["%Y/%m/%d"]),
  written("form_year_month_day_dots", "2024.01.05", ["%Y.%m.%d"]),
  written("form_without_zeros", "2024-1-5", ["%Y-%m-%d"]),
  // strptime also reads fewer digits.
  written("form_eight_digits", "20240105", ["%Y%m%d"], { shape: /^\d{8}$/ }),
  written("form_day_name_year", "5 Jan 2024", ["%d %B %Y", "%d %b %Y"]),
  written("form_day_name_year_hyphens", "5-Jan-2024", ["%d-%B-%Y", "%d-%b-%Y"]),
  written("form_name_day_year", "January 5, 2024", ["%B %d, %Y", "%b %d, %Y"]),
  written("form_name_year", "Jan 2024", ["%B %Y", "%b %Y"]),
  written("form_name_year_hyphen", "Jan-2024", ["%B-%Y", "%b-%Y"]),
  written("form_month_year_slash", "01/2024", ["%m/%Y"]),
  written("form_month_year_dot", "01.2024", ["%m.%Y"]),
  written("form_month_year_hyphen", "01-2024", ["%m-%Y"]),
  { ...written("form_two_years_slash", "2009/10", []), read: readSplitYear },
  // Programs that keep a column of numbers with gaps as floating-point numbers write years so.
  { ...written("form_year_with_decimal", "2024.0", []), read: readDecimalYear },
  written("form_fiscal_year", "FY2024", ["FY%Y", "FY %Y"]),
  { ...written("form_two_years_hyphen", "2009-10", ["%Y-%{next}y"]) },
  { ...written("form_words", "1er janvier 2024", []), read: (text) => readWorded(text) },
  // A name of the tenth month in one language, and of the eleventh in others.
  { ...written("form_words_hr", "5. listopada 2024", ["%d. %{hr}B %Y"]), read: (text) => readWorded(text, "hr") },
  { ...written("form_words_pl", "5 listopada 2024", ["%d %{pl}B %Y"]), read: (text) => readWorded(text, "pl") },
  { ...written("form_words_cs", "5. listopad 2024", ["%d. %{cs}B %Y"]), read: (text) => readWorded(text, "cs") },
  { ...written("form_serial", "45296", []), read: readSerial, isLikeNumbers: true },
  // The first number may be a year that begins or a month's year, and two digits may be of any century.
  written("form_year_month_slash", "2024/01", ["%Y/%m"], { needsFormat: true, behind: "form_two_years_slash" }),
  {
    ...written("form_six_digits", "202401", ["%Y%m"], { needsFormat: true, shape: /^\d{6}$/ }),
    isLikeNumbers: true,
  },
  written("form_day_month_year_dots", "5.1.24", ["%d.%m.%y"], { ofTwoDigits: true }),
  written("form_day_month_year_slashes", "25/01/24", ["%d/%m/%y"], { ofTwoDigits: true, condition: DAY_FIRST }),
  written("form_month_day_year_slashes", "01/25/24", ["%m/%d/%y"], { ofTwoDigits: true, condition: MONTH_FIRST }),
  written("form_day_month_year_hyphens", "25-01-24", ["%d-%m-%y"], { ofTwoDigits: true, condition: DAY_FIRST }),
  written("form_month_day_year_hyphens", "01-25-24", ["%m-%d-%y"], { ofTwoDigits: true, condition: MONTH_FIRST }),
  written("form_day_name_year_hyphens", "5-Jan-24", ["%d-%b-%y"], { ofTwoDigits: true }),
  written("form_name_year_hyphen", "Jan-24", ["%b-%y"], { ofTwoDigits: true }),
  written("form_name_year", "Jan 24", ["%b %y", "%b '%y", "%b%y"], { ofTwoDigits: true }),
];

/** Days that a text may mean, by the reading that says so. */
export type PossibleDays = ReadonlyMap<DateReading, string>;

/** Read a text in each of some ways. @param text trimmed */
export function readInWays(text: string, readings: readonly DateReading[]): PossibleDays {
  const days = new Map<DateReading, string>();
  for (const reading of readings) {
    const day = reading.read(text);
    if (typeof day === "string") days.set(reading, day);
  }
  return days;
}

/** Return the only day among several possible ones; `null` if they differ. */
export function onlyDay(days: PossibleDays): string | null {
  let only: string | null = null;
  for (const day of days.values()) {
    if (only !== null && only !== day) return null;
    only = day;
  }
  return only;
}

/** Return the format of a reading that reads a text; `null` if there is none. */
export function formatFor({ formats }: DateReading, text: string): string | null {
  return formats.find((format) => typeof strptime(text, format) === "string") ?? formats[0] ?? null;
}

/**
 * Read a date that stands alone, such as a default: in the one way that it allows.
 * @param text trimmed
 * @returns `null` if it is not written in any of the ways
 */
export function readLoneDate(text: string): string | ValueError | null {
  const read = readLone(text);
  if (read === null || "error" in read) return read;
  const { day, reading } = read;
  if (!reading.needsFormat) return day;
  return { error: errorText("date_needs_format", { format: formatFor(reading, text) }) };
}

/**
 * Read a date that stands alone as the period that it names.
 * @param text trimmed
 * @returns `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; `null` if it is not written in any of the ways that need no format
 */
export function readLonePeriod(text: string): string | ValueError | null {
  const read = readLone(text);
  if (read === null || "error" in read) return read;
  const { day, reading } = read;
  return reading.needsFormat ? null : day.slice(0, lengthOf(reading));
}

/** Return the length of the part of `YYYY-MM-DD` that dates in a strptime format name. */
export function lengthOfFormat(format: string): number {
  if (/%[deDFxcj]/.test(format)) return 10;
  return /%[mbBh]/.test(format) ? 7 : 4;
}

function lengthOf({ formats, isLikeNumbers }: DateReading): number {
  // Excel's serial numbers are days, and years named by two years have no format either.
  return formats[0] === undefined ? (isLikeNumbers ? 10 : 4) : lengthOfFormat(formats[0]);
}

/** Write what holds if dates are written in a way, and that this is the condition. */
export function explainReading({ condition, name }: DateReading, value: string): string {
  return condition === null ? phraseText("day_if_written", { value, form: name }) : phraseText(condition, { value });
}

/** Read a text in the one way that it allows. */
function readLone(text: string): { readonly day: string; readonly reading: DateReading } | ValueError | null {
  const possible = readInWays(text, DATE_READINGS);
  if (possible.size === 0) return errorOf(text);
  const names = new Set([...possible.keys()].map(({ name }) => name));
  const days = new Map([...possible].filter(([{ behind }]) => behind === null || !names.has(behind)));
  const day = onlyDay(days);
  if (day === null) {
    const ways = [...days].map(([each, day]) => explainReading(each, day));
    return {
      error: errorText("date_in_several_ways", {
        count: ways.length === 2 ? phraseText("two") : ways.length,
        ways: ways.join(", "),
      }),
    };
  }
  const [reading] = [...days.keys()];
  return { day, reading: reading! };
}

/** Return why a text that is written like a date is none. */
function errorOf(text: string): ValueError | null {
  for (const { read } of DATE_READINGS) {
    const outcome = read(text);
    if (outcome !== null) return outcome as ValueError;
  }
  return null;
}

interface Particulars {
  /** True for years of two digits, which may be of any century. */
  readonly ofTwoDigits?: boolean;
  readonly needsFormat?: boolean;
  readonly condition?: DateReading["condition"];
  readonly behind?: DateForm;
  /** A text that does not match is written differently, whatever its formats read. */
  readonly shape?: RegExp;
}

/** Code of the name of a way to write dates. */
type DateForm = Exclude<keyof typeof DATE_FORM_PHRASES & `form_${string}`, "form_two_digits">;

function written(
  code: DateForm,
  example: string,
  formats: readonly string[],
  { ofTwoDigits = false, needsFormat = ofTwoDigits, condition, behind, shape }: Particulars = {},
): DateReading {
  const read = (text: string): string | ValueError | null => {
    if (shape && !shape.test(text)) return null;
    let wrong: ValueError | null = null;
    for (const format of formats) {
      const date = strptime(text, format);
      if (typeof date === "string") return date;
      wrong ??= date;
    }
    return wrong;
  };
  const form = phraseText(code);
  return {
    name: ofTwoDigits ? phraseText("form_two_digits", { form }) : form,
    example,
    formats,
    needsFormat,
    condition: condition ?? null,
    isLikeNumbers: false,
    behind: behind === undefined ? null : phraseText(behind),
    read,
  };
}

/** Read `2009/10`, `2009/2010` or `2009-2010` as the year that begins in 2009; `2009-10` is a month of ISO 8601. */
function readSplitYear(text: string): string | ValueError | null {
  const [, year, short, long] = /^(\d{4})(?:\/(\d{2})|[/-](\d{4}))$/.exec(text) ?? [];
  const next = Number(year) + 1;
  const fits = short === undefined ? Number(long) === next : Number(short) === next % 100;
  return fits ? calendarDate(Number(year), 1, 1) : null;
}

/** Read `2024.0` or `2024,0` as a year; with two zeros it would be an amount. */
function readDecimalYear(text: string): string | ValueError | null {
  return /^\d{4}[.,]0$/.test(text) ? calendarDate(Number(text.slice(0, 4)), 1, 1) : null;
}

/** True for a number of five digits, as Excel's serial numbers of days after 1927 are; the fraction is the time of day. */
export function isSerial(text: string): boolean {
  return /^[1-9]\d{4}(?:[.,]\d+)?$/.test(text);
}

/** Read Excel's serial number of a day, in its 1900 system. */
export function readSerial(text: string): string | null {
  if (!isSerial(text)) return null;
  return new Date(Date.UTC(1899, 11, 30 + Number(text.slice(0, 5)))).toISOString().slice(0, 10);
}
