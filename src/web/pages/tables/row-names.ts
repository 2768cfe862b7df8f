import type { Precisions } from "../../../calls/views/pages/date-precision.js";
import type { PageTableColumn } from "../../../calls/views/pages/figure-columns.js";
import type { PageTable, PageTableRow } from "../../../calls/views/pages/page-table.js";
import type { YearParts } from "../../../calls/views/pages/months.js";
import { isPartOfYear, namePart } from "./year-name.js";
import { nameKey } from "../parts/describe-key.js";
import type { PageLocale } from "../parts/page-locale.js";

/** Name a row in one of its columns: the member, or how many cells it puts together. */
export function nameRow(
  locale: PageLocale,
  column: PageTableColumn,
  { keys, contained = 0 }: Pick<PageTableRow, "keys" | "contained">,
  at: number,
  precisions: Precisions,
  parts?: YearParts,
): string {
  const key = keys[at]!;
  if (contained > 0 && key.value === null) return nameOthers(locale, contained);
  const name = nameKey(locale, column, key, precisions);
  return isPartOfYear(parts, column.reference, key.value)
    ? locale.fill(locale.words.figures.months.ofYear, { year: name, months: namePart(locale, parts!.get(key.value!)!) })
    : name;
}

/** Name the cells that are not shown one by one. */
export function nameRest(locale: PageLocale, { rest, request, measures, columns, isBySize }: PageTable): string {
  const criterion = isBySize ? undefined : request.order[0];
  const isDescending = criterion
    ? criterion.value === "desc" && criterion.field === measures[0]!.name
    : columns[0]?.isOfDate !== true;
  const { smaller, more } = locale.words.figures.rest;
  const isChosen = "top" in request && request.top !== null;
  return isChosen ? nameOthers(locale, rest.cells) : locale.fill(isDescending ? smaller : more, { count: rest.cells });
}

/** Name several cells together. */
export function nameOthers({ words, fill }: PageLocale, cells: number): string {
  return fill(words.figures.rest.others, { count: cells });
}
