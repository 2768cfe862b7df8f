import { errorText } from "../../core/errors/error-text.js";
import type { ModelDocument } from "../../core/model/cube.js";
import { parseDate } from "../../core/model/values/dates.js";
import { isError } from "../../core/model/values/value.js";
import { hasWord } from "../../core/model/words/find-words.js";
import { columnUses } from "./column-uses.js";
import { isAmountHeading, spaceOut } from "./headings.js";
import type { ColumnAnalysis, TableAnalysis } from "./table-analysis.js";

/** A column that is called a date, or begins with years, and is not read as one. */
export interface UnreadDates {
  readonly heading: string;
  /** Sentence with its first cell that is not read. */
  readonly text: string;
  /** True if its cells have different years, so that one date for all rows would be wrong. */
  readonly hasYears: boolean;
}

/** Find the columns of dates that a model without a column of dates leaves unread. */
export function describeUnread(
  { columns }: Pick<TableAnalysis, "columns">,
  mapping: ModelDocument["mapping"],
): readonly UnreadDates[] {
  const dated = columnUses(mapping).some(
    ({ kind, column }) => kind === "date" && columns.some((each) => each.heading === column),
  );
  return dated ? [] : columns.flatMap((column) => unreadIn(column) ?? []);
}

function unreadIn({ heading, samples, type }: ColumnAnalysis): UnreadDates | null {
  if (type.kind === "number") return unreadNumbers(heading, samples);
  if (type.kind !== "text") return null;
  const cell = samples.find((each) => isError(parseDate(each, null)));
  if (cell === undefined) return null;
  const years = new Set(samples.map((sample) => /(?<!\d)(?:19|20)\d\d(?!\d)/.exec(sample)?.[0]));
  const areYears = samples.filter((sample) => /^(?:19|20)\d\d(?!\d)/.test(sample)).length * 2 > samples.length;
  const isCalled = isCalledDate(heading);
  const hasYears = !years.has(undefined) && (years.size > 1 || samples.length > 1);
  if (!isCalled && !areYears) return null;
  return {
    heading,
    text: errorText("dates_unread", { column: JSON.stringify(heading), value: JSON.stringify(cell), remedy: "" }),
    hasYears: (isCalled || areYears) && hasYears,
  };
}

/**
 * Find numbers by which dates may be written, such as `202401`, `45296`, `1704067200` or the year `24`, under a heading that
 * says so. Months and quarters are no dates by themselves.
 */
function unreadNumbers(heading: string, samples: readonly string[]): UnreadDates | null {
  const [cell] = samples;
  const areYears = samples.every((each) => each.length === 2) && hasWord(spaceOut(heading), "year", "fiscalYear");
  const isShort = samples.some((each) => each.length <= 2) && !areYears;
  const areDigits = samples.every((each) => /^\d+(?:[.,]\d+)?$/.test(each));
  if (cell === undefined || isShort || !areDigits || !isCalledDate(heading)) return null;
  const text = errorText("dates_unread", { column: JSON.stringify(heading), value: JSON.stringify(cell), remedy: "" });
  return { heading, text, hasYears: samples.length > 1 };
}

function isCalledDate(heading: string): boolean {
  return hasWord(spaceOut(heading), "date", "year", "fiscalYear", "quarter", "month") && !isAmountHeading(heading);
}
