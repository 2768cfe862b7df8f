import type { AggregateResult } from "../engine/engine.js";
import type { Kernel } from "../kernel/kernel.js";
import type { KernelBounds } from "../kernel/query/query.js";
import type { AggregateQuery } from "../query/aggregate/query.js";
import { readCellPage } from "./read-cells.js";
import type { SelectedRows } from "./select/apply-cuts.js";
import { planGroups } from "./plan-groups.js";
import type { CellTable } from "./table/table.js";

/** Aggregate the selected rows of a table. */
export function aggregateTable(
  kernel: Kernel,
  table: CellTable,
  query: AggregateQuery,
  narrowed: SelectedRows,
  bounds: KernelBounds,
): AggregateResult {
  const plan = planGroups(table, query, narrowed);
  return readCellPage(table, query, plan, kernel.aggregate(plan.query, bounds));
}
