import { errorText } from "../../core/errors/error-text.js";
import { BadSource } from "../../core/errors/errors.js";
import type { Definition } from "./column-uses.js";
import type { ColumnAnalysis, TableAnalysis } from "./table-analysis.js";

/** Choices of the publisher on a table, by headings, instead of those that would be proposed. */
export interface PublisherChoices {
  /** Columns of amounts; the first is the amount. */
  readonly amount?: readonly string[] | undefined;
  /** Column with the date of each row. */
  readonly time?: string | undefined;
  /** Columns that tell rows apart, beside the date. */
  readonly key?: readonly string[] | undefined;
  /** Columns that hold data of persons and are kept all the same. */
  readonly keep?: readonly string[] | undefined;
  /** Columns that are left out. */
  readonly leaveOut?: readonly string[] | undefined;
}

/** @throws BadSource with every choice that the table cannot bear out */
export function checkChoices({ columns }: TableAnalysis, choices: PublisherChoices): void {
  const find = (heading: string): ColumnAnalysis | undefined => columns.find((each) => each.heading === heading);
  const { amount = [], time, key = [], keep = [], leaveOut = [] } = choices;
  const errors: string[] = [];
  const check = (
    option: string,
    headings: readonly string[],
    what: string,
    isIt: (column: ColumnAnalysis) => boolean,
  ) => {
    for (const heading of headings) {
      const column = find(heading);
      if (!column)
        errors.push(errorText("no_such_column", { option, heading: JSON.stringify(heading), detail: listed(columns) }));
      else if (!isIt(column)) {
        const samples = column.samples.slice(0, 3).map((each) => JSON.stringify(each));
        errors.push(
          errorText("column_holds_other_values", {
            option,
            heading: JSON.stringify(heading),
            what,
            known: samples.join(", ") || "nothing",
          }),
        );
      }
    }
  };
  check("amount", amount, "numbers", ({ type }) => type.kind === "number");
  check("time", time === undefined ? [] : [time], "dates", ({ type }) => type.kind === "date");
  check("key", key, "values", ({ type }) => type.kind !== "empty");
  check("keep", keep, "values", () => true);
  check("leave-out", leaveOut, "values", () => true);
  if (errors.length > 0) throw new BadSource(errors);
}

/**
 * Read what to leave out: columns by their headings, and rows as `COLUMN=TEXT`.
 * @returns the columns, and the rule of the table for the rows; `null` for none
 */
export function parseLeavingOut(
  texts: readonly string[],
  headings: readonly string[],
): readonly [readonly string[], Definition | null] {
  const columns: string[] = [];
  const rows: Definition[] = [];
  for (const text of texts) {
    const at = headings.includes(text) ? -1 : text.indexOf("=");
    if (at < 0) columns.push(text);
    else rows.push({ column: text.slice(0, at).trim(), values: [text.slice(at + 1).trim()] });
  }
  return [columns, rows.length === 0 ? null : { leave_out: rows }];
}

/** Maximum number of headings in an error. */
const MAX_LISTED = 30;

function listed(columns: readonly ColumnAnalysis[]): string {
  const shown = columns.slice(0, MAX_LISTED).map(({ heading }) => JSON.stringify(heading));
  return columns.length > MAX_LISTED ? `${shown.join(", ")} and ${columns.length - MAX_LISTED} more` : shown.join(", ");
}
