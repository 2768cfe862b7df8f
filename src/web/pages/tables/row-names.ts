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
    ? `${name} (${namePart(reader, parts!.get(key.value!)!)})`
    : name;
}

/** Name the cells that are not shown one by one. */
export function nameRest(reader: PageReader, { rest, request, measures, columns }: PageTable): string {
  const [criterion] = request.order;
  const isDescending = criterion
    ? criterion.value === "desc" && criterion.field === measures[0]!.name
    : columns[0]?.isOfDate !== true;
  const isChosen = "top" in request && request.top !== null;
  return isChosen
    ? nameOthers(reader, rest.cells)
    : `${reader.numbers.count(rest.cells)} ${isDescending ? (rest.cells === 1 ? "smaller one" : "smaller ones") : "more"}`;
}

function nameOthers({ numbers }: PageReader, cells: number): string {
  return cells === 1 ? "The other one" : `The other ${numbers.count(cells)}`;
}
