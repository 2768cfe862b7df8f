import { openIds } from "../table/read-ids.js";
import { orderRowsById, viewRowsById } from "../table/rows-by-id.js";
import type { ColumnarTable } from "../table/table.js";
import type { ValueColumn } from "../table/values.js";
import type { MemoryPlan } from "./plan-memories.js";

/** Work that another thread does while a table is written. */
export interface Meanwhile {
  /** Called with the columns of a dimension once they are written. @param at its place */
  begin(at: number, columns: readonly ValueColumn[], plan: MemoryPlan): void;
  /** Order the rows by their ids. */
  order(table: ColumnarTable): void;
}

/** No other thread does any. */
export const ALONE: Meanwhile = {
  begin: () => {},
  order: (table) => orderRowsById(openIds(table, table.rows), viewRowsById(table)),
};
