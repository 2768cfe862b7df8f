import type { Entry } from "../../../core/engine/entry.js";
import { openAmounts, openCodes, openSources } from "./open-columns.js";
import { readIdTexts } from "./read-ids.js";
import { openRecords } from "./record-numbers.js";
import type { ColumnarTable } from "./table.js";

/**
 * Read complete entries, in the order of `rows`.
 * Entries are read column by column, because making a view or calling the text decoder costs more than reading a number.
 */
export function readEntries(table: ColumnarTable, rows: ArrayLike<number>): Entry[] {
  const ids = readIdTexts(table, rows);
  const members = table.dimensions.map(({ codes, pickMembers }) =>
    pickMembers(Uint32Array.from(rows, openCodes(table, codes))),
  );
  const measures = table.measures.map((measure) => ({ scale: measure.scale, amountOf: openAmounts(table, measure) }));
  const sourceOf = openSources(table);
  const recordOf = openRecords(table);
  return Array.from(rows, (row, at) => ({
    id: ids[at]!,
    members: members.map((column) => column[at]!),
    amounts: measures.map(({ scale, amountOf }) => ({ unscaled: amountOf(row), scale })),
    source: sourceOf(row),
    record: recordOf(row),
  }));
}
