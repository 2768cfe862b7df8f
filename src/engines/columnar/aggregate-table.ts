import { gatherCells } from "../../core/engine/collect-cells.js";
import type { ListedAmounts } from "../../core/engine/engine.js";
import { packBigIntegers } from "../../core/model/values/decimal-column.js";
import type { Kernel } from "../kernel/kernel.js";
import type { KernelBounds } from "../kernel/query/query.js";
import type { AggregateQuery, AmountListQuery } from "../../core/query/aggregate/query.js";
import { describeGroups, listGroupAmounts, type SelectedEntries } from "./cell-statistics.js";
import { type GroupedPage, readCellPage } from "./read-cells.js";
import type { SelectedRows } from "./select/apply-cuts.js";
import { planGroups, planUnsorted } from "./plan-groups.js";
import type { CellTable } from "./table/table.js";

/**
 * Group the selected rows of a table.
 * @param entries the table of entries; `null` for a rollup, which gives no statistics, and which is read without awaiting
 */
export async function groupTable(
  kernel: Kernel,
  table: CellTable,
  query: AggregateQuery,
  narrowed: SelectedRows,
  bounds: KernelBounds,
  entries: DescribedEntries | null,
): Promise<GroupedPage> {
  const isSorted = query.order.length > 0 || query.statistics !== undefined;
  const plan = (isSorted ? planGroups : planUnsorted)(table, query, narrowed);
  const page = kernel.aggregate(plan.query, bounds);
  const described =
    entries && query.statistics ? await describeGroups({ kernel, narrowed, bounds, ...entries }, query, page) : null;
  return { plan, page, described };
}

/** List the amounts of the selected rows of a table, grouped by keys. */
export async function listTableAmounts(
  { kernel, table, narrowed, bounds, pace, end }: SelectedEntries,
  { keys, measure }: Pick<AmountListQuery, "keys" | "measure">,
): Promise<ListedAmounts> {
  const query = { filters: [], keys, measures: [], order: [], first: 0, limit: Number.MAX_SAFE_INTEGER };
  const plan = planGroups(table, query, narrowed);
  const page = kernel.aggregate(plan.query, bounds);
  const { cells } = await gatherCells(readCellPage(table, query, { plan, page, described: null }));
  if (page.numEntries === 0)
    return { keys: cells.keys, ends: new Float64Array(cells.length), amounts: packBigIntegers([], 0) };
  await pace.step();
  const selected = { kernel, table, narrowed, pace, end, bounds: { ...bounds, deadline: pace.deadline } };
  return { keys: cells.keys, ...listGroupAmounts(selected, keys, measure.index, page) };
}

/** The table of entries, and the computation that reads it. */
export type DescribedEntries = Pick<SelectedEntries, "table" | "pace" | "end">;
