import { hashId, ID_BYTES } from "../base/id-index.js";
import { firstSlot, nextSlot } from "../base/hash-slots.js";
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
  const wanted = Buffer.from(id, "hex");
  const order = viewRowsById(table);
  return order ? findInOrder(openIds(table), order, wanted) : findInSlots(table, table.slots!, wanted);
}

function findInSlots(table: ColumnarTable, place: NonNullable<ColumnarTable["slots"]>, wanted: Buffer): number {
  const { memory, pointer, length } = place;
  const slots = table.memories[memory]!.u32(pointer, length);
  const ids = openIds(table);
  let slot = firstSlot(hashId(wanted, 0), length);
  for (let taken = slots[slot]!; taken !== 0; taken = slots[slot]!) {
    if (wanted.compare(ids.read([taken - 1]), 0, ID_BYTES) === 0) return taken - 1;
    slot = nextSlot(slot, length);
  }
  return -1;
}
