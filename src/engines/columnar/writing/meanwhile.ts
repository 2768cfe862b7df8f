import { openIds } from "../table/read-ids.js";
import { orderRowsById, viewRowsById } from "../table/rows-by-id.js";
import type { ColumnarTable } from "../table/table.js";
import type { ValueColumn } from "../table/values.js";
import type { MemoryPlan } from "./plan-memories.js";

/** Work that another thread does while a table is written. */
export interface Meanwhile {
  /**
   * Called once the columns of a dimension are written, but for their indexes.
   * @param at its place
   * @param members for each code of the table that of the builder
   */
  begin(at: number, columns: readonly ValueColumn[], members: Uint32Array, plan: MemoryPlan): void;
  /** Order the rows by their ids. */
  order(table: ColumnarTable): void;
}

/** No other thread does any. */
export const ALONE: Meanwhile = {
  begin: () => {},
  order: (table) => orderRowsById(openIds(table, table.rows), viewRowsById(table)),
};
