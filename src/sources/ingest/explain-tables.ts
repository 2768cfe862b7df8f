import type { RequestedSheets } from "../../core/model/table-rules.js";
import type { Fate, TableFate } from "./tables/choose-tables.js";

/** Maximum number of names of one fate that are listed. */
const MAX_LISTED = 20;

const WHY: Readonly<Record<Exclude<Fate, "read">, string>> = {
  "same columns": "the same columns",
  "same rows": "rows of another sheet again",
  "other columns": "other columns",
  hidden: "hidden",
  "no table": "no table",
  "no CSV": "no CSV file",
};

/** Describe what became of the sheets of a spreadsheet or the files of an archive; empty if there is only one. */
export function explainTables(fates: readonly TableFate[]): string {
  if (fates.length < 2) return "";
  const named = (wanted: Fate): string => {
    const all = fates.filter(({ fate }) => fate === wanted).map(({ name }) => JSON.stringify(name));
    const more = all.length - MAX_LISTED;
    return more > 0 ? `${all.slice(0, MAX_LISTED).join(", ")} and ${more} others` : all.join(", ");
  };
  const isUnread = ([fate]: readonly [string, string]): boolean => fates.some((each) => each.fate === fate);
  const unread = Object.entries(WHY).filter(isUnread);
  const left = unread.map(([fate, why]) => `${named(fate as Fate)} (${why})`);
  const read = fates.filter(({ fate }) => fate === "read").length === 1 ? "only the sheet" : "as one table the sheets";
  return `read: ${read} ${named("read")}${left.length > 0 ? `; not read: ${left.join(", ")}` : ""}`;
}

/**
 * Warn of tables that are not read. With a sheet that the model names, others are left out on purpose, unless they have
 * the same columns.
 * @param name of the source
 */
export function warnOfTables(
  fates: readonly TableFate[],
  { sheet, sheets }: RequestedSheets,
  name: string,
): readonly string[] {
  const has = (wanted: Fate): boolean => fates.some(({ fate }) => fate === wanted);
  const isNamed = sheet !== null || sheets !== null;
  if (!has("same columns") && (isNamed || !(has("other columns") || has("hidden") || has("no CSV")))) return [];
  const remedies = [
    ...(has("same columns")
      ? ["dataset.table.sheets of the model reads sheets with the same columns as one table"]
      : []),
    ...(has("other columns") && !isNamed ? ["dataset.table.sheet names the one to read"] : []),
  ];
  return [`Of ${name}, ${explainTables(fates)}${remedies.map((remedy) => `; ${remedy}`).join("")}`];
}
