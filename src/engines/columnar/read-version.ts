import type { WorkEstimates } from "../../core/engine/engine.js";
import type { Holds } from "../../core/engine/holds.js";
import type { Model } from "../../core/model/cube.js";
import type { Kernel } from "../kernel/kernel.js";
import type { GroupingSet } from "./rollups/grouping-set.js";
import type { Rollups } from "./rollups/rollups.js";
import type { SearchedTable } from "./search/select-clause.js";
import { SortedRowsCache } from "./search/sorted-rows-cache.js";
import { UnfilteredCache } from "./search/unfiltered-cache.js";
import type { FoldedOrders } from "./table/folded-orders.js";
import { viewTable } from "./table/view-table.js";

/** Counts an answered query, as `RollupAdvisor.note` does. */
export type CountQuery = (grouping: GroupingSet, rows: number, byRollup: boolean) => void;

/** A version's table with all indexes, caches and statistics. */
export interface ReadVersion extends Omit<SearchedTable, "pace" | "memory"> {
  readonly kernel: Kernel;
  readonly rollups: Rollups;
  readonly orders: FoldedOrders;
  readonly count: CountQuery | null;
  readonly holds: Holds;
  readonly estimates: WorkEstimates;
}

/** View a version by a model with derived dimensions. Indexes are shared; results by dimension are not. */
export function viewVersion(version: ReadVersion, model: Model): ReadVersion {
  const table = viewTable(version.table, model);
  return { ...version, table, firstRows: new SortedRowsCache(table), whole: new UnfilteredCache() };
}
