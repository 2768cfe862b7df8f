import { columnBytes } from "../select/index-budget.js";
import type { ColumnarTable } from "../table/table.js";
import type { RollupBounds } from "./build-rollup.js";

/** Aggregating fewer entries is as fast as reading a rollup. */
const MIN_ENTRIES = 10_000;
/** Maximum rows of a rollup, as a share of the entries; larger rollups save too little for their bytes. */
const MAX_ROW_SHARE = 1 / 4;

/**
 * Return the maximum rows of a rollup of a table and the maximum bytes of all its rollups; 0 bytes: no rollups.
 * @param share maximum bytes of rollups, as a share of the bytes of codes and measures
 */
export function budgetOf(table: ColumnarTable, share: number): RollupBounds {
  const { rows } = table;
  const bytes = rows < MIN_ENTRIES ? 0 : Math.floor(columnBytes(table) * share);
  return { rows: Math.floor(rows * MAX_ROW_SHARE), bytes };
}
