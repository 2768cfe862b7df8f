import type { AggregateResult } from "../engine/engine.js";
import type { Kernel } from "../kernel/kernel.js";
import type { KernelBounds } from "../kernel/query/query.js";
import type { AggregateQuery } from "../query/aggregate/query.js";
import { describeGroups } from "./cell-statistics.js";
import { readCellPage } from "./read-cells.js";
import type { SelectedRows } from "./select/apply-cuts.js";
import { planGroups } from "./plan-groups.js";
import type { CellTable, ColumnarTable } from "./table/table.js";

/**
 * Aggregate the selected rows of a table.
 * @param entries the table of entries; `null` for a rollup, which gives no statistics
 */
export function aggregateTable(
  kernel: Kernel,
  table: CellTable,
  query: AggregateQuery,
  narrowed: SelectedRows,
  bounds: KernelBounds,
  entries: ColumnarTable | null,
): AggregateResult {
  const plan = planGroups(table, query, narrowed);
  const page = kernel.aggregate(plan.query, bounds);
  const described =
    entries && query.statistics && describeGroups({ kernel, table: entries, narrowed, bounds }, query, page);
  return readCellPage(table, query, plan, page, described ?? null);
}
