import { accountFor, type Purpose } from "#src/columnar/account.js";
import type { ColumnarTable } from "#src/columnar/table.js";

/** Bytes of a table's memories by what they are for, whatever the column. */
export function accountForMemories(table: ColumnarTable): ReadonlyMap<Purpose, number> {
  const purposes = new Map<Purpose, number>();
  for (const { purpose, bytes } of accountFor(table)) purposes.set(purpose, (purposes.get(purpose) ?? 0) + bytes);
  return purposes;
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
