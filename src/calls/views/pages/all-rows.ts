import type { PageTable, PageTableRow } from "./page-table.js";

/** A row of amounts, or one that a series has no value for. */
export type AnyRow = Omit<PageTableRow, "amounts"> & Partial<Pick<PageTableRow, "amounts">>;

/** List the rows of a figure over periods, in their order, also those that a series has no value for. */
export function listAllRows({ rows, adjusted }: Pick<PageTable, "rows" | "adjusted">): readonly AnyRow[] {
  const unvalued = adjusted?.unvalued ?? [];
  if (unvalued.length === 0) return rows;
  const periodOf = ({ keys }: AnyRow): string => keys[0]?.value ?? "\u{10ffff}";
  return [...rows, ...unvalued].toSorted((a, b) => (periodOf(a) < periodOf(b) ? -1 : 1));
}
