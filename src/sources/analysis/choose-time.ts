import { errorText } from "../../core/errors/error-text.js";
import { hasWord } from "../../core/model/words/find-words.js";
import { spaceOut } from "./headings.js";
import type { ColumnAnalysis, DateColumn } from "./table-analysis.js";

export type DateCandidate = ColumnAnalysis & { readonly type: DateColumn };

const PRECISION = { year: 0, month: 1, day: 2 };

/**
 * Choose the dates of the amounts: not those of the book or version that they stand in, rather those of payments and
 * postings than others, with the fewest empty cells; among equals, the most precise.
 * @param given heading of the column that the publisher names; absent for none
 */
export function chooseTime(columns: readonly ColumnAnalysis[], given?: string): DateCandidate | undefined {
  return datesIn(columns).toSorted(
    (a, b) =>
      Number(b.heading === given) - Number(a.heading === given) ||
      Number(isOfBook(a)) - Number(isOfBook(b)) ||
      Number(isOfPosting(b)) - Number(isOfPosting(a)) ||
      a.empty - b.empty ||
      PRECISION[b.type.precision] - PRECISION[a.type.precision],
  )[0];
}

/**
 * List the columns that may be the time as well as the chosen one, this among them: of years, or of days of which none or
 * several are said to be those of payments and postings. None if there is no doubt.
 */
export function listTimes(columns: readonly ColumnAnalysis[], chosen: string): readonly DateCandidate[] {
  const dates = datesIn(columns);
  const time = dates.find(({ heading }) => heading === chosen);
  if (!time || time.type.precision === "month") return [];
  const equal = dates.filter(({ type }) => type.precision === time.type.precision);
  const times = time.type.precision === "year" ? equal : equal.filter((each) => isAsGood(each, time));
  return times.length > 1 ? times : [];
}

function isAsGood(date: DateCandidate, time: DateCandidate): boolean {
  return isOfPosting(date) === isOfPosting(time) && isOfBook(date) === isOfBook(time) && isNearlyFull(date);
}

/** Name the columns that may be the time as well as the one that is; `null` if there is no doubt. */
export function explainDates(columns: readonly ColumnAnalysis[], chosen: string): string | null {
  const times = listTimes(columns, chosen);
  const others = times.filter(({ heading }) => heading !== chosen).map(({ heading }) => JSON.stringify(heading));
  if (others.length === 0) return null;
  const values = { column: JSON.stringify(chosen), names: others.join(" and ") };
  if (times[0]!.type.precision === "day") return errorText("time_may_be_dates", values);
  return errorText(others.length === 1 ? "time_may_be_other" : "time_may_be_others", values);
}

function datesIn(columns: readonly ColumnAnalysis[]): readonly DateCandidate[] {
  return columns.filter((column): column is DateCandidate => column.type.kind === "date");
}

/** True for the date of a book, a version or a publication. */
function isOfBook({ heading }: ColumnAnalysis): boolean {
  return hasWord(spaceOut(heading), "book");
}

/** True for days of payments, postings or invoices that nearly all rows have. */
function isOfPosting(column: DateCandidate): boolean {
  return column.type.precision === "day" && isNearlyFull(column) && hasWord(spaceOut(column.heading), "posting");
}

/** A column of dates has at most one empty cell in so many. */
const FEW_EMPTY = 10;

function isNearlyFull({ empty, filled }: ColumnAnalysis): boolean {
  return empty * FEW_EMPTY <= empty + filled;
}
