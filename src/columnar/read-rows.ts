import type { Entry } from "../engine/engine.js";
import { ID_BYTES } from "./id-index.js";
import { openAmounts, openCodes, openIds, openSources } from "./open-columns.js";
import type { ColumnarTable } from "./table.js";

/**
 * Rows with everything in them, in the order asked for. They are read column by column: making a view, or a call into
 * the text decoder, costs more than reading a number.
 */
export function readRows(table: ColumnarTable, rows: ArrayLike<number>): Entry[] {
  const ids = readIds(table, rows);
  const members = table.dimensions.map(({ codes, pickMembers }) =>
    pickMembers(Uint32Array.from(rows, openCodes(table, codes))),
  );
  const measures = table.measures.map((measure) => ({ scale: measure.scale, amountOf: openAmounts(table, measure) }));
  const sourceOf = openSources(table);
  return Array.from(rows, (row, at) => ({
    id: ids[at]!,
    members: members.map((column) => column[at]!),
    amounts: measures.map(({ scale, amountOf }) => ({ unscaled: amountOf(row), scale })),
    source: sourceOf(row),
  }));
}

/** In hexadecimal digits. */
function readIds(table: ColumnarTable, rows: ArrayLike<number>): readonly string[] {
  const idOf = openIds(table);
  const id = Buffer.allocUnsafe(ID_BYTES);
  return Array.from(rows, (row) => {
    const { ids, at } = idOf(row);
    for (let byte = 0; byte < ID_BYTES; byte++) id[byte] = ids[at + byte]!;
    return id.toString("hex");
  });
}
