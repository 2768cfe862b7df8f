import { columnBytes } from "../select/index-budget.js";
import type { ColumnarTable } from "../table/table.js";
import type { RollupBounds } from "./build-rollup.js";

/** Fewer are summed up as fast as a cuboid is read. */
const LEAST_ENTRIES = 10_000;
/** A larger part of a table's entries saves too little for what it takes. */
const MOST_ROWS = 1 / 4;

/**
 * The most rows that a cuboid of a table may have, and the most bytes that all of them may take; 0 bytes: none.
 * @param share of the bytes of the codes and measures
 */
export function budgetOf(table: ColumnarTable, share: number): RollupBounds {
  const { rows } = table;
  const bytes = rows < LEAST_ENTRIES ? 0 : Math.floor(columnBytes(table) * share);
  return { rows: Math.floor(rows * MOST_ROWS), bytes };
}
