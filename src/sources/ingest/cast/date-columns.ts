import { errorText } from "../../../core/errors/error-text.js";
import {
  DATE_READINGS,
  type DateReading,
  isYear,
  mayBeYears,
  onlyDay,
  readInWays,
  SERIAL_DAYS,
  YEAR_DASH_NEXT,
} from "../../../core/model/values/date-readings.js";
import { parseDate, parseIsoDate } from "../../../core/model/values/dates.js";
import { isError, type ValueError } from "../../../core/model/values/value.js";
import { shownCell } from "./cell-error.js";
import type { DateVerdict } from "./date-evidence.js";

/** Verdicts on the columns of a source; a column without any has ISO dates only, or none at all. */
export type DateVerdicts = ReadonlyMap<string, DateVerdict>;

/** Reads a cell that is not blank. */
export type DateCellReader = (cell: string) => string | ValueError;

/**
 * A signal to the caller, never shown: how the dates of a column are written depends on cells that come later, so the
 * source must be searched for that and read again.
 */
export class DatesUndecided extends Error {}

/**
 * The error of a cell whose column cannot be read as a whole: the end of a sentence that begins with the column. It is
 * reported once.
 */
export interface ColumnError extends ValueError {
  readonly isOfColumn: true;
}

export function isColumnError(outcome: ValueError): outcome is ColumnError {
  return "isOfColumn" in outcome;
}

/** True if a column was found that cannot be read. */
export function haveErrors(verdicts: DateVerdicts | null): boolean {
  return verdicts !== null && [...verdicts.values()].some((verdict) => "error" in verdict);
}

/** The readers of the date columns of one pass over a source. */
export class DateColumns {
  readonly #verdicts: DateVerdicts | null;
  readonly #readers = new Map<string, DateCellReader>();

  /** @param verdicts `null` in the first pass: then reading a cell throws `DatesUndecided` if it needs one */
  constructor(verdicts: DateVerdicts | null) {
    this.#verdicts = verdicts;
  }

  /** Return the reader of a column, which all sources that read the column share. */
  reader(column: string): DateCellReader {
    const reader = this.#readers.get(column) ?? this.#plan(column);
    this.#readers.set(column, reader);
    return reader;
  }

  #plan(column: string): DateCellReader {
    if (this.#verdicts === null) return readUndecided();
    const verdict = this.#verdicts.get(column);
    return verdict ? readDecided(verdict) : (cell) => parseDate(cell, null);
  }
}

/** Read dates as long as all readings that the cells so far have left agree on the day. */
function readUndecided(): DateCellReader {
  let left = DATE_READINGS;
  let areMonths = false;
  let areYears = false;
  let areSerial = false;
  return (cell) => {
    const iso = parseIsoDate(cell);
    const text = cell.trim();
    if (!isError(iso)) {
      if (!areMonths && mayBeYears(text)) throw new DatesUndecided();
      if (text.length > 4) areMonths = true;
      if (isYear(text)) areYears = true;
      if (areYears && areSerial) throw new DatesUndecided();
      return iso;
    }
    const days = readInWays(text, left);
    if (days.size === 0) {
      if (readInWays(text, DATE_READINGS).size > 0) throw new DatesUndecided();
      return parseDate(text, null);
    }
    const day = onlyDay(days);
    areSerial ||= days.size === 1 && [...days.keys()][0]!.name === SERIAL_DAYS;
    if (day === null || (areYears && areSerial)) throw new DatesUndecided();
    if (days.size < left.length) {
      left = [...days.keys()];
      if (left.some(({ needsFormat }) => needsFormat)) throw new DatesUndecided();
    }
    return day;
  };
}

function readDecided(verdict: DateVerdict): DateCellReader {
  if ("error" in verdict) {
    const wrong: ColumnError = { ...verdict, isOfColumn: true };
    return readOr(() => wrong);
  }
  const { reading, example } = verdict;
  if (reading.name === YEAR_DASH_NEXT) return readYears(reading, example);
  return readOr((text) => {
    const day = reading.read(text);
    return typeof day === "string" ? day : misfit(reading, example);
  });
}

/** Read years such as `2009-10`, which would also be months. */
function readYears(reading: DateReading, example: string): DateCellReader {
  return (cell) => {
    const text = cell.trim();
    const day = reading.read(text);
    if (typeof day === "string") return day;
    return /^\d{4}-\d\d$/.test(text) ? misfit(reading, example) : parseDate(text, null);
  };
}

/** Read ISO dates, and pass on texts that have another reading. */
function readOr(read: (text: string) => string | ValueError): DateCellReader {
  return (cell) => {
    const iso = parseIsoDate(cell);
    if (!isError(iso)) return iso;
    const text = cell.trim();
    const outcome = read(text);
    if (typeof outcome === "string" || readInWays(text, DATE_READINGS).size > 0) return outcome;
    return parseDate(text, null);
  };
}

function misfit({ name }: DateReading, example: string): ValueError {
  return { error: errorText("date_misfit", { format: name, example: shownCell(example) }) };
}
