import { mayBeYears } from "../../core/model/values/date-readings.js";
import { hasWord } from "../../core/model/words/find-words.js";
import { isCodeHeading, spaceOut } from "./headings.js";
import { parseIsoDate } from "../../core/model/values/dates.js";
import { strptime } from "../../core/model/values/strptime.js";
import { DATE_FORMATS, DAY_SECOND, MONTH_SECOND, type ReadDate, WAYS, YEAR_FIRST, YEARS } from "./date-ways.js";
import type { DateColumn, DatePrecision } from "./table-analysis.js";
import { noteMisfit, stillTried, type Trial } from "./trial.js";

/** Range of plausible years: other numbers of four digits are not years. */
const FIRST_YEAR = "1900";
const LAST_YEAR = "2100";

interface Reading extends Trial {
  readonly format: string | null;
  readonly isIso: boolean;
  readonly read: ReadDate;
  /** The same format with month and day swapped; `null` if nobody writes dates so. */
  readonly swapped: string | null;
  /** The digits of the format, as `shapeOf` writes them; empty if months are words. */
  readonly shape: string;
  /** Number of cells of this shape, or of this format, that are no day. */
  impossible: number;
  /** The first cell that is another day with month and day swapped. */
  telling: string | null;
  min: string;
  max: string;
  /** Number of dates that are not written as ISO dates. */
  others: number;
  /** The first of them. */
  other: string;
  /** Number of dates that are the first day of a year, and of those that are the first of a month. */
  firstsOfYear: number;
  firstsOfMonth: number;
}

/** A counter that tries to read each cell of a column as a date in every format, until a format proves wrong. */
export class DateCounter {
  readings: readonly Reading[] = WAYS.map(([format, read]) => ({
    format,
    read,
    isIso: read === parseIsoDate,
    swapped: format === null ? null : swap(format),
    telling: null,
    shape: shapeOfFormat(format ?? (read === parseIsoDate ? "%Y-%m-%d" : "")),
    impossible: 0,
    matches: 0,
    misfits: [],
    min: "9999-99-99",
    max: "",
    others: 0,
    other: "",
    firstsOfYear: 0,
    firstsOfMonth: 0,
  }));
  /** Number of ISO dates with only a year, and of those with a year and a month. */
  years = 0;
  months = 0;
  /** The different months that may be years, up to two, and the number of those that may not: `2009-10`, `2009-03`. */
  readonly yearsOrMonths = new Set<string>();
  onlyMonths = 0;
  /** Different first and last numbers of dates of three numbers of two digits, and the first whose ends differ. */
  readonly ends = { first: new Set<string>(), last: new Set<string>(), cell: "" };
  /** Number of ISO dates of days, and of those whose day may be a month. */
  days = 0;
  lowDays = 0;
  /** Different last numbers behind a year and a slash, up to two, and the first cell whose last two numbers differ. */
  readonly slashed = { last: new Set<string>(), cell: "", cells: 0 };
  #cells = 0;

  /** Take a text of some cells. @returns true if it is noted as one that does not fit */
  take(text: string, cells: number): boolean {
    if (this.readings.length === 0) return false;
    this.#cells += cells;
    if (/^\d{4}(?:[.,]0)?$/.test(text)) this.years += cells;
    else if (/^\d{4}-\d\d$/.test(text)) {
      this.months += cells;
      if (!mayBeYears(text)) this.onlyMonths += cells;
      else if (this.yearsOrMonths.size < 2) this.yearsOrMonths.add(text);
    }
    this.#takeEnds(text);
    if (text[4] === "/") this.#takeSlashed(text, cells);
    if (/^\d{4}-\d\d-\d\d(?!\d)/.test(text)) {
      this.days += cells;
      if (Number(text.slice(8, 10)) <= MONTHS) this.lowDays += cells;
    }
    const isDateLike = text.length <= 40 && /\d/.test(text);
    const iso = isDateLike ? parseIsoDate(text) : null;
    let isNoted = false;
    for (const reading of this.readings) {
      const date = dateIn(reading, text, isDateLike, iso);
      if (date !== null) countDate(reading, text, date, cells);
      else {
        if (isDateLike && isImpossible(reading, text)) reading.impossible += cells;
        if (noteMisfit(reading, text)) isNoted = true;
      }
    }
    const left = stillTried(this.readings, this.#cells);
    // ISO dates fit every reading: one that fits nothing else so far is no better.
    if (left !== this.readings) this.readings = left.filter(({ isIso: own, others }) => own || others > 0);
    return isNoted;
  }

  #takeSlashed(text: string, cells: number): void {
    const [, middle, last] = /^\d{4}\/(\d\d?)\/(\d\d?)$/.exec(text) ?? [];
    if (last === undefined || middle === last) return;
    this.slashed.cells += cells;
    if (this.slashed.last.size < 2) this.slashed.last.add(last);
    if (this.slashed.cell === "") this.slashed.cell = text;
  }

  #takeEnds(text: string): void {
    const [, first, , last] = text.length === 8 ? (/^(\d\d)([-/.])\d\d\2(\d\d)$/.exec(text) ?? []) : [];
    if (first === undefined || last === undefined) return;
    this.ends.first.add(first);
    this.ends.last.add(last);
    if (this.ends.cell === "" && first !== last) this.ends.cell = text;
  }
}

const MONTHS = 12;

/** Write groups of digits as `d`, and those of years as `y`: `30.02.2023` as `d.d.y`. */
function shapeOf(text: string): string {
  return text.replace(/\d+/g, (digits) => (digits.length === 4 ? "y" : digits.length <= 2 ? "d" : digits));
}

function shapeOfFormat(format: string): string {
  const shape = format.replace(/%Y/g, "y").replace(/%[dmHMS]/g, "d");
  return /[a-z].*[^a-z].*[a-z]/.test(shape) && !shape.includes("%") ? shape : "";
}

/** True for a text that is written as the dates of a reading, and is none: `30.02.2023`. */
function isImpossible({ shape, format }: Reading, text: string): boolean {
  if (shape !== "") return shape === shapeOf(text);
  return format !== null && strptime(text, format) !== null;
}

/** A text as a date, and whether it is written as an ISO date. */
interface FoundDate {
  readonly date: string;
  readonly isIso: boolean;
}

/** Every load reads ISO dates, whatever the format; @param iso the text as such a date, or any other outcome */
function dateIn(reading: Reading, text: string, isDateLike: boolean, iso: unknown): FoundDate | null {
  const isIso = typeof iso === "string" && reading.format !== YEARS;
  const date = isIso ? iso : isDateLike ? (reading.read(text) ?? iso) : null;
  return typeof date !== "string" || date < FIRST_YEAR || date.slice(0, 4) > LAST_YEAR ? null : { date, isIso };
}

function countDate(reading: Reading, text: string, { date, isIso }: FoundDate, cells: number): void {
  if (!isIso && reading.telling === null && reading.swapped !== null) {
    const other = strptime(text, reading.swapped);
    if (typeof other === "string" && other !== date) reading.telling = text;
  }
  reading.matches += cells;
  if (!isIso) {
    reading.others += cells;
    if (reading.other === "") reading.other = text;
  }
  if (date.endsWith("-01")) reading.firstsOfMonth += cells;
  if (date.endsWith("-01-01")) reading.firstsOfYear += cells;
  if (date < reading.min) reading.min = date;
  if (date > reading.max) reading.max = date;
}

/** Describe the dates of a column; `null` if there are none. */
export function findDates(counter: DateCounter, filled: number, heading = ""): DateColumn | null {
  const { readings, years, months } = counter;
  const isCode = isCodeHeading(heading);
  const usable = readings.filter((each) => (!isCode || !isYearFirst(each.format)) && !mayBeDays(each));
  const best = usable.toSorted((a, b) => b.matches - a.matches);
  const asYears = best.find(({ format, matches }) => format === YEARS && matches === best[0]!.matches);
  const found = asYears && areYears(counter, heading) ? asYears : chooseEnd(counter, best);
  if (!found || found.matches === 0) return null;
  const { format, isIso, min, max, matches, misfits, impossible } = found;
  const doubt = doubtOf(counter, found);
  const precision = format === null && !isIso ? wordedPrecision(found) : precisionOf(format, years, months, matches);
  return {
    kind: "date",
    format,
    min,
    max,
    precision,
    finest: finestOf(found, precision),
    isAmbiguous: doubt !== null,
    ...(doubt === null ? {} : { doubt }),
    ...(areSwapped(counter, found)
      ? { swapped: { count: counter.days, others: found.others, cell: found.other } }
      : {}),
    misfits: { count: filled - matches, samples: misfits },
    ...(impossible > 0 ? { impossible } : {}),
  };
}

/** Most years from the first to the last where a name of a month and two digits are a month: more are days of a month. */
const MOST_YEARS = 20;

/** True for the days of months without a year: `Mar 05`, `Mar 24`. */
function mayBeDays({ format, min, max }: Reading): boolean {
  return /^%b ?%y$/.test(format ?? "") && Number(max.slice(0, 4)) - Number(min.slice(0, 4)) > MOST_YEARS;
}

/** Choose between a short year at the end and at the begin: where the numbers are fewer, they are the years. */
function chooseEnd({ ends }: DateCounter, best: readonly Reading[]): Reading | undefined {
  const [found] = best;
  if (!found?.format || ends.first.size * FEWER > ends.last.size) return found;
  const isEqual = ({ format, matches }: Reading): boolean => isYearFirst(format) && matches === found.matches;
  return best.find(isEqual) ?? found;
}

/** How many times fewer years than days a column has where it is beyond doubt which they are. */
const FEWER = 2;

function isYearFirst(format: string | null): boolean {
  return format !== null && YEAR_FIRST.includes(format);
}

/** Return a cell that is another day in another format that all cells have as well; `null` if there is none. */
function doubtOf(counter: DateCounter, found: Reading): Required<DateColumn>["doubt"] | null {
  const { readings, ends, slashed } = counter;
  const { format, swapped, telling, matches } = found;
  if (format === null || isYearFirst(format)) return null;
  const isAlso = (each: Reading): boolean => each !== found && each.matches === matches;
  if (format === MONTH_SECOND) {
    // Days are hardly ever all below 13, unless they are all the first.
    const isDoubtful = slashed.last.size > 1 && slashed.cells >= SEVERAL;
    return isDoubtful && readings.some((each) => isAlso(each) && each.format === DAY_SECOND)
      ? { cell: slashed.cell, formats: [format, DAY_SECOND] }
      : null;
  }
  const isSwapped = telling !== null && readings.some((each) => isAlso(each) && each.format === swapped);
  const first = readings.find((each) => isAlso(each) && isYearFirst(each.format));
  const isFirst = first !== undefined && ends.cell !== "" && ends.last.size * FEWER > ends.first.size;
  if (!isSwapped && !isFirst) return null;
  const others = [...(isSwapped ? [swapped!] : []), ...(isFirst ? [first.format!] : [])];
  return { cell: isSwapped ? telling : ends.cell, formats: [format, ...others] };
}

/** Fewest dates, of each kind, that are no coincidence. */
const SEVERAL = 5;

/**
 * True if a program has probably swapped day and month where it could: all cells that are dates have a day up to 12, and
 * all that stayed texts, day first, a higher one.
 */
function areSwapped({ days, lowDays }: DateCounter, { swapped, telling, others }: Reading): boolean {
  return swapped !== null && telling === null && others >= SEVERAL && days >= SEVERAL && lowDays === days;
}

/** True if `2009-10` is a year: where there are several such and no other months, or where the heading says so. */
function areYears({ yearsOrMonths, onlyMonths }: DateCounter, heading: string): boolean {
  if (onlyMonths > 0 || yearsOrMonths.size === 0) return false;
  const spaced = spaceOut(heading);
  return yearsOrMonths.size > 1 || (hasWord(spaced, "year", "fiscalYear") && !hasWord(spaced, "month"));
}

/** Return the precision of the most precise date. Days and months stand for longer periods only if there are several. */
function finestOf(reading: Reading, written: DatePrecision): DatePrecision {
  const { matches, firstsOfYear, firstsOfMonth, min, max } = reading;
  if (firstsOfMonth < matches) return "day";
  if (firstsOfYear === matches && (written === "year" || min !== max)) return "year";
  return written === "day" && min === max ? "day" : "month";
}

/** Swap month and day in a format; `null` if nobody writes dates so. */
function swap(format: string): string | null {
  const swapped = format.replace(/%[dm]/g, (code) => (code === "%d" ? "%m" : "%d"));
  return swapped !== format && swapped !== DAY_SECOND && DATE_FORMATS.includes(swapped) ? swapped : null;
}

/** Return the precision of dates without a format: years that end in the next, or dates in words. */
function wordedPrecision({ firstsOfYear, firstsOfMonth, matches }: Reading): DatePrecision {
  if (firstsOfYear === matches) return "year";
  return firstsOfMonth === matches ? "month" : "day";
}

function precisionOf(format: string | null, years: number, months: number, matches: number): DateColumn["precision"] {
  if (format !== null) return format.includes("%d") ? "day" : /%[mbBq]|%\{..\}B/.test(format) ? "month" : "year";
  if (years * 2 > matches) return "year";
  return (years + months) * 2 > matches ? "month" : "day";
}
