import { phraseText } from "../../core/errors/phrase-text.js";
import { FILE_DATE } from "../../core/model/generated-columns.js";
import { isObject } from "../../core/model/parse/section.js";
import type { ModelColumn, ModelColumns } from "./model-columns.js";
import type { Suggestion } from "./suggestion.js";
import type { DatePrecision } from "./table-analysis.js";

/**
 * Suggest the precision of each date that is only a year, or only a month.
 * @param fileDate date of all rows, for a table without dates
 */
export function suggestPrecisions({ columns, mapping }: ModelColumns, fileDate: string): readonly Suggestion[] {
  const given = Object.entries(mapping).flatMap(([field, definition]) => {
    if (!isObject(definition) || definition.type !== "date" || definition.column !== FILE_DATE) return [];
    const isYear = /^\d{4}$/.test(fileDate);
    const precision = isYear ? "year" : /^\d{4}-\d\d$/.test(fileDate) ? "month" : "day";
    const own = typeof definition.label === "string" ? definition.label : field;
    // A column of the file may be called so, too.
    const isTaken = Object.entries(mapping).some(
      ([name, each]) => name !== field && isObject(each) && each.label === own,
    );
    const label = isTaken ? FILE_DATE : own;
    return suggestPrecision({ column: FILE_DATE, field, label }, precision, [fileDate]) ?? [];
  });
  return [...columns.flatMap((column) => suggestFor(column) ?? []), ...given];
}

function suggestFor(column: ModelColumn): Suggestion | null {
  const { type, samples } = column.analysis;
  return column.kind === "date" && type.kind === "date"
    ? suggestPrecision(column, type.finest ?? "day", samples.slice(0, 3))
    : null;
}

function suggestPrecision(
  { column, field, label }: Pick<ModelColumn, "column" | "field" | "label">,
  finest: DatePrecision,
  examples: readonly string[],
): Suggestion | null {
  if (finest === "day") return null;
  const isYear = finest === "year";
  return {
    kind: "precision",
    column,
    label: phraseText(isYear ? "read_as_years" : "read_as_months", { label }),
    reason: isYear ? phraseText("dates_are_years") : phraseText("dates_are_months"),
    examples,
    isDefault: false,
    added: [],
    set: [[field, { precision: finest }]],
    hierarchies: [],
  };
}
