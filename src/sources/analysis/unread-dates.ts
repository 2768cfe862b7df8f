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
  if (type.kind !== "text") return null;
  const cell = samples.find((each) => isError(parseDate(each, null)));
  if (cell === undefined) return null;
  const years = new Set(samples.map((sample) => /(?<!\d)(?:19|20)\d\d(?!\d)/.exec(sample)?.[0]));
  const areYears = samples.filter((sample) => /^(?:19|20)\d\d(?!\d)/.test(sample)).length * 2 > samples.length;
  const spaced = spaceOut(heading);
  const isCalled = hasWord(spaced, "date", "year", "fiscalYear", "quarter", "month") && !isAmountHeading(heading);
  const hasYears = !years.has(undefined) && (years.size > 1 || samples.length > 1);
  if (!isCalled && !areYears) return null;
  return {
    heading,
    text: errorText("dates_unread", { column: JSON.stringify(heading), value: JSON.stringify(cell), remedy: "" }),
    hasYears: (isCalled || areYears) && hasYears,
  };
}
