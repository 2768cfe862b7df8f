import type { AggregateResult } from "../../core/engine/engine.js";
import type { Kernel } from "../kernel/kernel.js";
import type { KernelBounds } from "../kernel/query/query.js";
import type { AggregateQuery } from "../../core/query/aggregate/query.js";
import { describeGroups, type SelectedEntries } from "./cell-statistics.js";
import { readCellPage } from "./read-cells.js";
import type { SelectedRows } from "./select/apply-cuts.js";
import { planGroups, planUnsorted } from "./plan-groups.js";
import type { CellTable } from "./table/table.js";

/**
 * Aggregate the selected rows of a table.
 * @param entries the table of entries; `null` for a rollup, which gives no statistics, and which is read without awaiting
 */
export async function aggregateTable(
  kernel: Kernel,
  table: CellTable,
  query: AggregateQuery,
  narrowed: SelectedRows,
  bounds: KernelBounds,
  entries: DescribedEntries | null,
): Promise<AggregateResult> {
  const isSorted = query.order.length > 0 || query.statistics !== undefined;
  const plan = (isSorted ? planGroups : planUnsorted)(table, query, narrowed);
  const page = kernel.aggregate(plan.query, bounds);
  const described =
    entries && query.statistics ? await describeGroups({ kernel, narrowed, bounds, ...entries }, query, page) : null;
  return readCellPage(table, query, plan, page, described);
}

/** The table of entries, and the computation that reads it. */
export type DescribedEntries = Pick<SelectedEntries, "table" | "pace" | "end">;
