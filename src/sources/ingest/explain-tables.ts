import { errorText } from "../../core/errors/error-text.js";
import { type PhraseCode, phraseText } from "../../core/errors/phrase-text.js";
import type { RequestedSheets } from "../../core/model/table-rules.js";
import type { Fate, TableFate } from "./tables/choose-tables.js";

/** Maximum number of names of one fate that are listed. */
const MAX_LISTED = 20;

const WHY = {
  "same columns": "sheets_same_columns",
  "same rows": "sheets_same_rows",
  "other columns": "sheets_other_columns",
  hidden: "sheets_hidden",
  "no table": "sheets_without_table",
  "no CSV": "files_not_csv",
} as const satisfies Readonly<Record<Exclude<Fate, "read">, PhraseCode>>;

/** Describe what became of the sheets of a spreadsheet or the files of an archive; empty if there is only one. */
export function explainTables(fates: readonly TableFate[]): string {
  if (fates.length < 2) return "";
  const { read, left } = describeFates(fates);
  return left === ""
    ? phraseText("tables_read", { sheets: read })
    : phraseText("tables_read_and_left", { sheets: read, known: left });
}

function describeFates(fates: readonly TableFate[]): { readonly read: string; readonly left: string } {
  const named = (wanted: Fate): string => {
    const all = fates.filter(({ fate }) => fate === wanted).map(({ name }) => JSON.stringify(name));
    const more = all.length - MAX_LISTED;
    return more > 0 ? `${all.slice(0, MAX_LISTED).join(", ")} and ${more} others` : all.join(", ");
  };
  const unread = (Object.keys(WHY) as (keyof typeof WHY)[]).filter((fate) => fates.some((each) => each.fate === fate));
  const left = unread.map((fate) => phraseText(WHY[fate], { names: named(fate) })).join(", ");
  const isOne = fates.filter(({ fate }) => fate === "read").length === 1;
  return { read: phraseText(isOne ? "only_the_sheet" : "the_sheets", { names: named("read") }), left };
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
    ...(has("same columns") ? [phraseText("read_sheets_as_one")] : []),
    ...(has("other columns") && !isNamed ? [phraseText("name_the_sheet")] : []),
  ];
  const { read, left } = describeFates(fates);
  return [errorText("sheets_not_read", { name, sheets: read, known: left, remedy: remedies.join("") })];
}
