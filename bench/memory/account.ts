import { type ReportedTable, reportMemory, type Purpose } from "#src/engines/columnar/memory-report.js";

/** Add up the bytes of a table by purpose, over all columns. */
export function accountForMemories(table: ReportedTable): ReadonlyMap<Purpose, number> {
  const purposes = new Map<Purpose, number>();
  for (const { purpose, bytes } of reportMemory(table)) purposes.set(purpose, (purposes.get(purpose) ?? 0) + bytes);
  return purposes;
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
