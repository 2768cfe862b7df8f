import { errorText } from "../../core/errors/error-text.js";
import { hasWord } from "../../core/model/words/find-words.js";
import { spaceOut } from "./headings.js";
import type { ColumnAnalysis, DateColumn } from "./table-analysis.js";

export type DateCandidate = ColumnAnalysis & { readonly type: DateColumn };

const PRECISION = { year: 0, month: 1, day: 2 };

/**
 * Choose the dates of the amounts: not those of the book or version that they stand in, with the fewest empty cells; among
 * equals, the most precise.
 * @param given heading of the column that the publisher names; absent for none
 */
export function chooseTime(columns: readonly ColumnAnalysis[], given?: string): DateCandidate | undefined {
  return datesIn(columns).toSorted(
    (a, b) =>
      Number(b.heading === given) - Number(a.heading === given) ||
      Number(isOfBook(a)) - Number(isOfBook(b)) ||
      a.empty - b.empty ||
      PRECISION[b.type.precision] - PRECISION[a.type.precision],
  )[0];
}

/** List the columns of years that may be the time, the chosen one among them; none if there is no doubt. */
export function listYears(columns: readonly ColumnAnalysis[], chosen: string): readonly DateCandidate[] {
  const years = datesIn(columns).filter(({ type }) => type.precision === "year");
  return years.length > 1 && years.some(({ heading }) => heading === chosen) ? years : [];
}

/** Name the columns of years that may be the time as well as the one that is; `null` if there is no doubt. */
export function explainDates(columns: readonly ColumnAnalysis[], chosen: string): string | null {
  const years = listYears(columns, chosen);
  const others = years.filter(({ heading }) => heading !== chosen).map(({ heading }) => JSON.stringify(heading));
  if (others.length === 0) return null;
  return errorText(others.length === 1 ? "time_may_be_other" : "time_may_be_others", {
    column: JSON.stringify(chosen),
    names: others.join(" and "),
  });
}

function datesIn(columns: readonly ColumnAnalysis[]): readonly DateCandidate[] {
  return columns.filter((column): column is DateCandidate => column.type.kind === "date");
}

/** True for the date of a book, a version or a publication. */
function isOfBook({ heading }: ColumnAnalysis): boolean {
  return hasWord(spaceOut(heading), "book");
}
