import { hashId, ID_BYTES } from "../base/id-index.js";
import { openIds } from "./open-columns.js";
import { firstSlot, nextSlot } from "../base/hash-slots.js";
import type { ColumnarTable } from "./table.js";

/**
 * Find the row of an entry by its id. Cost: constant, by hash lookup.
 * @param id 40 lowercase hexadecimal digits
 * @returns the row, or -1 if absent or if `id` is malformed
 */
export function findRow(table: ColumnarTable, id: string): number {
  if (!/^[0-9a-f]{40}$/.test(id)) return -1;
  const wanted = Buffer.from(id, "hex");
  const { memory, pointer, length } = table.slots;
  const slots = table.memories[memory]!.u32(pointer, length);
  const idOf = openIds(table);
  let slot = firstSlot(hashId(wanted, 0), length);
  for (let taken = slots[slot]!; taken !== 0; taken = slots[slot]!) {
    const { ids, at } = idOf(taken - 1);
    if (wanted.compare(ids, at, at + ID_BYTES) === 0) return taken - 1;
    slot = nextSlot(slot, length);
  }
  return -1;
}
