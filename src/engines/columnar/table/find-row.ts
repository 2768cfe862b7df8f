import { openIds } from "./read-ids.js";
import { findInOrder, viewRowsById } from "./rows-by-id.js";
import type { ColumnarTable } from "./table.js";

/**
 * Find the row of an entry by its id. Cost: a few steps.
 * @param id 40 lowercase hexadecimal digits
 * @returns the row, or -1 if absent or if `id` is malformed
 */
export function findRow(table: ColumnarTable, id: string): number {
  if (!/^[0-9a-f]{40}$/.test(id)) return -1;
  return findInOrder(openIds(table), viewRowsById(table), Buffer.from(id, "hex"));
}
