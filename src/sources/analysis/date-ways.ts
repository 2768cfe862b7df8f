import { DATE_READINGS, type DateReading, YEAR_DASH_NEXT } from "../../core/model/values/date-readings.js";
import { parseIsoDate } from "../../core/model/values/dates.js";
import { strptime } from "../../core/model/values/strptime.js";

/** Formats of years of two digits before month and day: what is written so may as well be a day before month and year. */
export const YEAR_FIRST: readonly string[] = ["%y-%m-%d", "%y/%m/%d"];
/** Digits of such a date: with fewer, or with dots, it would be a code. */
const SHORT_DATE = /^\d\d([-/])\d\d\1\d\d$/;

/** Format of days before months behind the year, which few write: `2022/15/03`. */
export const DAY_SECOND = "%Y/%d/%m";
export const MONTH_SECOND = "%Y/%m/%d";

/** Every strptime format of the table of readings, and those of short years that come first. */
export const DATE_FORMATS: readonly string[] = [
  ...DATE_READINGS.flatMap(({ formats }) => formats),
  ...YEAR_FIRST,
  DAY_SECOND,
];

/** Reads a text as a date; any other outcome than a text means that it is not one. */
export type ReadDate = (text: string) => unknown;

/**
 * The ways to write dates that are tried, with the format of each; `null` for ISO and for years that begin in one and
 * end in the next. If two fit equally well, the first is used.
 */
export const WAYS: readonly (readonly [format: string | null, read: ReadDate])[] = [
  [null, parseIsoDate],
  ...DATE_READINGS.filter(({ isLikeNumbers }) => !isLikeNumbers).flatMap(waysOf),
  ...YEAR_FIRST.map(
    (format) => [format, (text: string) => (SHORT_DATE.test(text) ? strptime(text, format) : null)] as const,
  ),
  [DAY_SECOND, (text) => strptime(text, DAY_SECOND)],
];

function waysOf({ formats, read }: DateReading): readonly (readonly [format: string | null, read: ReadDate])[] {
  // A reading of one format, or of none, may be narrower than strptime.
  if (formats.length < 2) return [[formats[0] ?? null, read]];
  return formats.map((format) => [format, (text) => strptime(text, format)]);
}

/** The format of years such as `2009-10`. */
export const [YEARS = null] = DATE_READINGS.find(({ name }) => name === YEAR_DASH_NEXT)!.formats;
