import type { Precisions } from "../../../calls/views/pages/date-precision.js";
import type { PageTableColumn } from "../../../calls/views/pages/figure-columns.js";
import type { PageTable, PageTableRow } from "../../../calls/views/pages/page-table.js";
import type { YearParts } from "../../../calls/views/pages/months.js";
import { isPartOfYear, namePart } from "./year-name.js";
import { nameKey } from "../parts/describe-key.js";
import type { PageReader } from "../parts/reader.js";

/** Name a row in one of its columns: the member, or how many cells it puts together. */
export function nameRow(
  reader: PageReader,
  column: PageTableColumn,
  { keys, contained = 0 }: Pick<PageTableRow, "keys" | "contained">,
  at: number,
  precisions: Precisions,
  parts?: YearParts,
): string {
  const key = keys[at]!;
  if (contained > 0 && key.value === null) return nameOthers(reader, contained);
  const name = nameKey(reader, column, key, precisions);
  return isPartOfYear(parts, column.reference, key.value)
    ? reader.fill(reader.words.figures.months.ofYear, { year: name, months: namePart(reader, parts!.get(key.value!)!) })
    : name;
}

/** Name the cells that are not shown one by one. */
export function nameRest(reader: PageReader, { rest, request, measures, columns }: PageTable): string {
  const [criterion] = request.order;
  const isDescending = criterion
    ? criterion.value === "desc" && criterion.field === measures[0]!.name
    : columns[0]?.isOfDate !== true;
  const { smaller, more } = reader.words.figures.rest;
  const isChosen = "top" in request && request.top !== null;
  return isChosen ? nameOthers(reader, rest.cells) : reader.fill(isDescending ? smaller : more, { count: rest.cells });
}

/** Name several cells together. */
export function nameOthers({ words, fill }: PageReader, cells: number): string {
  return fill(words.figures.rest.others, { count: cells });
}
