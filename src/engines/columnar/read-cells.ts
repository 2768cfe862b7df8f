import type { AggregateResult, Cells, CodedCells, CodedResult } from "../../core/engine/engine.js";
import type { GroupPage } from "../kernel/query/query.js";
import { type DecimalColumn, packBigIntegers, packIntegers } from "../../core/model/values/decimal-column.js";
import type { AggregateQuery, Criterion, Key } from "../../core/query/aggregate/query.js";
import { joinLimbs } from "./table/measure-limbs.js";
import type { GroupStatistic } from "./cell-statistics.js";
import { type GroupPlan, orderRanks } from "./plan-groups.js";
import type { Ranks } from "./table/ranks.js";
import type { CellTable } from "./table/table.js";

/** Maximum number of cells in a batch. */
const BATCH = 16_384;

/** The exact sum of a measure in a group. */
type SumOf = (measure: number, group: number) => bigint;

/** Read a page of groups as cells: ranks become members and values, limbs become sums. */
export function readCellPage(
  table: CellTable,
  query: AggregateQuery,
  { plan, page, described }: GroupedPage,
): AggregateResult {
  const sumOf = planSums(table, query, plan, page);
  const order = plan.unordered ? orderGroups(table, query, plan, page, sumOf) : null;
  return {
    ...readTotals(table, query, plan, page, described),
    cells: { [Symbol.asyncIterator]: () => readCells(table, query, { plan, page, described }, order, sumOf) },
  };
}

/** Read all groups as coded cells: each value is the code of a member that has it. */
export function readCodedPage(table: CellTable, query: AggregateQuery, grouped: GroupedPage): CodedResult {
  const { plan, page, described } = grouped;
  const sumOf = planSums(table, query, plan, page);
  const cells: CodedCells = {
    ...readFigures(table, query, grouped, null, sumOf, 0, page.length),
    keys: query.keys.map((_, at) => codesOf(plan.ranks[at] ?? null, page.keys[at]!)),
  };
  return { ...readTotals(table, query, plan, page, described), cells };
}

/** Groups of a query, and how to read them. */
export interface GroupedPage {
  readonly plan: GroupPlan;
  readonly page: GroupPage;
  readonly described: readonly GroupStatistic[] | null;
}

function joinSum(
  table: CellTable,
  { measures }: AggregateQuery,
  { firstLimbs }: GroupPlan,
  measure: number,
  limbAt: (limb: number) => bigint,
): bigint {
  const { limbs, limbBits } = table.measures[measures[measure]!.index]!;
  const first = firstLimbs[measure]!;
  return limbs.length === 1
    ? limbAt(first)
    : joinLimbs(
        limbs.map((_, limb) => limbAt(first + limb)),
        limbBits,
      );
}

function planSums(table: CellTable, query: AggregateQuery, plan: GroupPlan, page: GroupPage): SumOf {
  return (measure, group) => joinSum(table, query, plan, measure, (limb) => page.sums[limb]![group]!);
}

function readTotals(
  table: CellTable,
  query: AggregateQuery,
  plan: GroupPlan,
  page: GroupPage,
  described: GroupedPage["described"],
): Omit<AggregateResult, "cells"> {
  return {
    totals: query.measures.map(({ index }, at) => ({
      unscaled: joinSum(table, query, plan, at, (limb) => page.totals[limb]!),
      scale: table.measures[index]!.scale,
    })),
    numEntries: page.numEntries,
    numCells: page.numGroups,
    ...(described && { statistics: described.map(({ total }) => total) }),
  };
}

/** Read a page in batches. @param order the page's groups in order; `null` if the kernel sorted and paged them */
async function* readCells(
  table: CellTable,
  query: AggregateQuery,
  grouped: GroupedPage,
  order: Uint32Array | null,
  sumOf: SumOf,
): AsyncGenerator<Cells, void> {
  const { plan, page } = grouped;
  for (const memory of table.memories) memory.retain();
  try {
    const total = order?.length ?? page.length;
    for (let first = 0; first < total || first === 0; first += BATCH) {
      const end = Math.min(first + BATCH, total);
      const keys = query.keys.map((key, at) =>
        readKey(table, key, codesOf(plan.ranks[at] ?? null, pickItems(page.keys[at]!, order, first, end))),
      );
      yield { ...readFigures(table, query, grouped, order, sumOf, first, end), keys };
    }
  } finally {
    for (const memory of table.memories) memory.release();
  }
}

/** Read the sums, statistics and counts of part of a page. */
function readFigures(
  table: CellTable,
  query: AggregateQuery,
  { plan, page, described }: GroupedPage,
  order: Uint32Array | null,
  sumOf: SumOf,
  first: number,
  end: number,
): Omit<Cells, "keys"> {
  return {
    length: end - first,
    sums: query.measures.map(({ index }, at) => {
      const { scale, limbs } = table.measures[index]!;
      const sums = page.sums[plan.firstLimbs[at]!]!;
      if (limbs.length === 1 && !order) return packIntegers(sums.subarray(first, end), scale);
      const groups = Array.from({ length: end - first }, (_, row) => (order ? order[first + row]! : first + row));
      return packBigIntegers(
        groups.map((group) => sumOf(at, group)),
        scale,
      );
    }),
    ...(described && {
      statistics: described.map((statistic) => pickStatistic(statistic, order, first, end)),
    }),
    numEntries: pickItems(page.counts, order, first, end),
  };
}

/** Return a statistic of part of a page. */
function pickStatistic(
  { unscaled, scale }: GroupStatistic,
  order: Uint32Array | null,
  first: number,
  end: number,
): DecimalColumn {
  const amounts = order
    ? Array.from(order.subarray(first, end), (group) => unscaled[group]!)
    : Array.from(unscaled.slice(first, end));
  return packBigIntegers(amounts, scale);
}

/** Return for each group of a key the code of a member that has its value. */
function codesOf(ranked: Ranks | null, groups: Uint32Array): Uint32Array {
  return ranked ? groups.map((rank) => ranked.memberAt[rank]!) : groups;
}

/** Return the members or values of a key by codes. */
export function readKey(
  table: Pick<CellTable, "dimensions">,
  { dimension, attribute }: Key,
  codes: Uint32Array,
): Cells["keys"][number] {
  const { attributes, pickMembers } = table.dimensions[dimension.index]!;
  return attribute ? attributes[attribute.index]!.pick(codes) : pickMembers(codes);
}

/** Return part of a page's column, in the given order if there is one. */
function pickItems<T extends Uint32Array | Float64Array>(
  column: T,
  order: Uint32Array | null,
  first: number,
  end: number,
): T {
  if (!order) return column.subarray(first, end) as T;
  const items = column.slice(0, end - first) as T;
  for (let row = 0; row < items.length; row++) items[row] = column[order[first + row]!]!;
  return items;
}

/** Sort all groups and return those of the page. The kernel returns groups in key order, which breaks ties. */
function orderGroups(
  table: CellTable,
  query: AggregateQuery,
  plan: GroupPlan,
  page: GroupPage,
  sumOf: SumOf,
): Uint32Array {
  const criteria = query.order.map((criterion) => planCriterion(table, query, plan, page, sumOf, criterion));
  return Uint32Array.from(page.counts.keys())
    .toSorted((a, b) => {
      for (const compare of criteria) {
        const order = compare(a, b);
        if (order !== 0) return order;
      }
      return a - b;
    })
    .slice(query.first, query.first + query.limit);
}

function planCriterion(
  table: CellTable,
  query: AggregateQuery,
  plan: GroupPlan,
  page: GroupPage,
  sumOf: SumOf,
  criterion: Criterion,
): (a: number, b: number) => number {
  const sign = criterion.descending ? -1 : 1;
  if (criterion.by === "entries") return (a, b) => sign * (page.counts[a]! - page.counts[b]!);
  if (criterion.by === "measure") {
    const sums = Array.from(page.counts.keys(), (group) => sumOf(criterion.index, group));
    return (a, b) => sign * (sums[a]! < sums[b]! ? -1 : sums[a]! > sums[b]! ? 1 : 0);
  }
  const { key, attribute, descending } = criterion;
  const ranks = orderRanks(table, query.keys[key]!, attribute.index, plan.ranks[key]!, descending);
  const rankOf = (group: number): number => {
    const rank = page.keys[key]![group]!;
    return ranks ? ranks[rank]! : rank;
  };
  return (a, b) => sign * (rankOf(a) - rankOf(b));
}
