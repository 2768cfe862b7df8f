import { parseDate } from "../model/values/dates.js";
import { strptime } from "../model/values/strptime.js";
import type { DateColumn } from "./table-analysis.js";
import { noteMisfit, stillTried, type Trial } from "./trial.js";

/** Date formats to try after ISO. If two fit equally well, the first is used. */
export const DATE_FORMATS = [
  "%d/%m/%Y",
  "%m/%d/%Y",
  "%d.%m.%Y",
  "%d-%m-%Y",
  "%m-%d-%Y",
  "%Y/%m/%d",
  "%Y.%m.%d",
  "%Y%m%d",
  "%d/%m/%y",
  "%m/%d/%y",
  "%d.%m.%y",
  "%d %B %Y",
  "%d %b %Y",
  "%d-%b-%Y",
  "%d-%b-%y",
  "%B %d, %Y",
  "%b %d, %Y",
  "%B %Y",
  "%b %Y",
  "%b-%Y",
  "%b-%y",
  "%m/%Y",
  "%m.%Y",
  "%Y/%m",
  "FY%Y",
  "FY %Y",
  "%d/%m/%Y %H:%M",
  "%d/%m/%Y %H:%M:%S",
  "%m/%d/%Y %H:%M",
  "%m/%d/%Y %I:%M:%S %p",
  "%d.%m.%Y %H:%M",
  "%d.%m.%Y %H:%M:%S",
] as const;

/** Range of plausible years: other numbers of four digits are not years. */
const FIRST_YEAR = "1900";
const LAST_YEAR = "2100";

interface Reading extends Trial {
  /** `null` for ISO. */
  readonly format: string | null;
  min: string;
  max: string;
}

/** A counter that tries to read each cell of a column as a date in every format, until a format proves wrong. */
export class DateCounter {
  readings: readonly Reading[] = [null, ...DATE_FORMATS].map((format) => ({
    format,
    matches: 0,
    misfits: [],
    min: "9999-99-99",
    max: "",
  }));
  /** Number of ISO dates with only a year, and of those with a year and a month. */
  years = 0;
  months = 0;
  #cells = 0;

  take(text: string): void {
    if (this.readings.length === 0) return;
    this.#cells++;
    if (/^\d{4}$/.test(text)) this.years++;
    else if (/^\d{4}-\d\d$/.test(text)) this.months++;
    const isDateLike = text.length <= 40 && /\d/.test(text);
    for (const reading of this.readings) read(reading, text, isDateLike);
    this.readings = stillTried(this.readings, this.#cells);
  }
}

function read(reading: Reading, text: string, isDateLike: boolean): void {
  const date = isDateLike ? (reading.format === null ? parseDate(text, null) : strptime(text, reading.format)) : null;
  if (typeof date !== "string" || date < FIRST_YEAR || date.slice(0, 4) > LAST_YEAR) {
    noteMisfit(reading, text);
    return;
  }
  reading.matches++;
  if (date < reading.min) reading.min = date;
  if (date > reading.max) reading.max = date;
}

/** Describe the dates of a column; `null` if there are none. */
export function findDates({ readings, years, months }: DateCounter, filled: number): DateColumn | null {
  const found = readings.toSorted((a, b) => b.matches - a.matches)[0];
  if (!found || found.matches === 0) return null;
  const { format, min, max, matches, misfits } = found;
  const swapped = format !== null && swap(format);
  return {
    kind: "date",
    format,
    min,
    max,
    precision: precisionOf(format, years, months, matches),
    isAmbiguous: readings.some((other) => other !== found && other.format === swapped && other.matches === matches),
    misfits: { count: filled - matches, samples: misfits },
  };
}

/** Swap month and day in a format. */
function swap(format: string): string {
  return format.replace(/%[dm]/g, (code) => (code === "%d" ? "%m" : "%d"));
}

function precisionOf(format: string | null, years: number, months: number, matches: number): DateColumn["precision"] {
  if (format !== null) return format.includes("%d") ? "day" : /%[mbB]/.test(format) ? "month" : "year";
  if (years * 2 > matches) return "year";
  return (years + months) * 2 > matches ? "month" : "day";
}
