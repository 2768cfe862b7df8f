import { firstIdSlot, ID_BYTES } from "./id-index.js";
import { readId } from "./read-row.js";
import { nextSlot } from "./slots.js";
import type { ColumnarTable } from "./table.js";

/**
 * @param id 40 hexadecimal digits, lower case
 * @returns the row of an entry, or -1
 */
export function findRow(table: ColumnarTable, id: string): number {
  if (!/^[0-9a-f]{40}$/.test(id)) return -1;
  const wanted = Buffer.from(id, "hex");
  const { memory, pointer, length } = table.slots;
  const slots = table.memories[memory]!.u32(pointer, length);
  let slot = firstIdSlot(wanted, 0, length);
  for (let taken = slots[slot]!; taken !== 0; taken = slots[slot]!) {
    if (wanted.compare(readId(table, taken - 1), 0, ID_BYTES) === 0) return taken - 1;
    slot = nextSlot(slot, length);
  }
  return -1;
}
