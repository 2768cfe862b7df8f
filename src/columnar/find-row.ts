import { firstSlot, ID_BYTES } from "./id-index.js";
import { readId } from "./read-row.js";
import type { ColumnarTable } from "./table.js";

/**
 * @param id 40 hexadecimal digits, lower case
 * @returns the row of an entry, or -1
 */
export function findRow(table: ColumnarTable, id: string): number {
  if (!/^[0-9a-f]{40}$/.test(id)) return -1;
  const wanted = Buffer.from(id, "hex");
  const { pointer, length } = table.slots;
  const slots = table.segments.at(-1)!.memory.u32(pointer, length);
  for (let slot = firstSlot(wanted, length); ; slot = slot + 1 === length ? 0 : slot + 1) {
    const taken = slots[slot]!;
    if (taken === 0) return -1;
    if (wanted.compare(readId(table, taken - 1), 0, ID_BYTES) === 0) return taken - 1;
  }
}
