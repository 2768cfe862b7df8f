import { emptyPage } from "./groups/empty-page.js";
import { gatherRows } from "./plan/gather-rows.js";
import { groupCells } from "./groups/group-cells.js";
import { groupPartitions } from "./groups/group-partitions.js";
import type { Groups } from "./groups/groups.js";
import { countRows, groupingOf, type Grouping, type QueryJob } from "./plan/query-job.js";
import { type Component, fitsComposite, joinKeys } from "./groups/join-keys.js";
import { pruneBlocks } from "./plan/prune-blocks.js";
import { CHEAP_CELLS, MAX_CELLS, planCellStrides } from "./groups/plan-cells.js";
import type { GroupOrder, GroupPage, GroupQuery, KernelBounds } from "./query/query.js";
import { readPage } from "./groups/read-groups.js";
import { selectRows } from "./select-rows.js";
import type { RowBitmap } from "./query/table.js";

/** Number of cells up to which clearing them costs less than first counting the selected entries. */
const FEW_CELLS = 2 ** 17;
/** Cells per selected entry above which most of the work would be spent on empty cells. */
const MAX_CELLS_PER_ENTRY = 4;

/** Group entries by cells or by hashing, whichever suits the number of groups, and read one page of groups. */
export function aggregateColumns(job: QueryJob, query: GroupQuery, bounds: KernelBounds): GroupPage {
  const { filter } = query;
  if (!filter || "words" in filter) return passOver(job, query, filter, bounds);
  const listed = gatherRows(job, query, filter);
  return passOver(listed.job, listed.query, null, bounds);
}

function passOver(job: QueryJob, query: GroupQuery, filter: RowBitmap | null, bounds: KernelBounds): GroupPage {
  if (countRows(query.segments) === 0) return emptyPage(query);
  const grouping = groupingOf(query, filter, bounds);
  const page = fitsComposite(query.keys)
    ? readPage(findGroups(job, grouping), query)
    : aggregateJoined(job, query, grouping);
  return page.numGroups === 0 ? emptyPage(query) : page;
}

function findGroups(job: QueryJob, grouping: Grouping): Groups {
  const entries = countRows(job.segments);
  const cellPlan = planCellStrides(grouping.keys, maxEntries(job, grouping));
  if (cellPlan && cellPlan.cells <= FEW_CELLS) return groupCells(job, grouping, cellPlan);
  if (grouping.cuts.length === 0 && !grouping.filter) return chooseGroups(job, grouping, entries);
  const selected = narrow(job, grouping);
  return chooseGroups(job, selected.grouping, selected.entries);
}

/** Return an upper bound of the number of selected entries, from the filter and the zone maps. */
function maxEntries(job: QueryJob, { filter, cuts, keys }: Grouping): number {
  const entries = Math.min(countRows(job.segments), filter?.count ?? Infinity);
  const matters = keys.some(({ column }) => column.size > CHEAP_CELLS);
  if (!matters || !job.isZoned || cuts.length === 0) return entries;
  const read = job.segments.map(({ memory }, segment) => {
    const { tests, skipped } = pruneBlocks(job, segment, cuts);
    return (tests.length - skipped) * memory.exports.BLOCK.value;
  });
  return Math.min(
    entries,
    read.reduce((sum, each) => sum + each, 0),
  );
}

function chooseGroups(job: QueryJob, grouping: Grouping, entries: number): Groups {
  const cellPlan = planCellStrides(grouping.keys, entries);
  return cellPlan && cellPlan.cells <= Math.min(MAX_CELLS, entries * MAX_CELLS_PER_ENTRY)
    ? groupCells(job, grouping, cellPlan)
    : groupPartitions(job, grouping, Math.max(entries, 1));
}

/** Replace cuts and filter by a bitmap, because the number of selected entries decides how to group them. */
function narrow(job: QueryJob, grouping: Grouping): { grouping: Grouping; entries: number } {
  const { filter } = grouping;
  if (grouping.cuts.length === 0 && filter) return { grouping, entries: filter.count };
  const cuts = grouping.cuts.map((cut) => ({ op: "cut", cut }) as const);
  const rows = selectRows(job, { op: "and", of: filter ? [...cuts, { op: "rows", rows: filter }] : cuts });
  return { grouping: { ...grouping, filter: rows, cuts: [] }, entries: rows.count };
}

/** Group by joined keys, and split them again on the page. */
function aggregateJoined(job: QueryJob, query: GroupQuery, grouping: Grouping): GroupPage {
  const { keys, components } = joinKeys(job, grouping, (part) => findGroups(job, part));
  const order = query.order.map((one) => (one.by === "key" ? joinedOrder(one, components[one.key]!) : one));
  const page = readPage(findGroups(job, { ...grouping, keys }), { ...query, keys, order });
  return {
    ...page,
    keys: components.map(({ key, table }) => (table ? page.keys[key]!.map((rank) => table[rank]!) : page.keys[key]!)),
  };
}

function joinedOrder(order: GroupOrder & { by: "key" }, { key, table }: Component): GroupOrder {
  if (!table) return { ...order, key };
  const { ranks } = order;
  return { ...order, key, ranks: ranks ? table.map((rank) => ranks[rank]!) : table };
}
