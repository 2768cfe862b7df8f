import type { AggregateResult } from "../engine/engine.js";
import type { GroupPage } from "../kernel/query.js";
import { decimalNumber } from "../model/decimal.js";
import type { AggregateQuery, Criterion } from "../query/aggregate.js";
import { joinLimbs } from "./measure-limbs.js";
import { type GroupPlan, orderRanks } from "./plan-groups.js";
import type { ColumnarTable } from "./table.js";

/** Read a page of groups as cells: ranks become members and values, limbs become sums. */
export function finishCells(
  table: ColumnarTable,
  query: AggregateQuery,
  plan: GroupPlan,
  page: GroupPage,
): AggregateResult {
  const measures = query.measures.map(({ index }) => table.measures[index]!);
  const sumOf = (measure: number, limbAt: (limb: number) => bigint): bigint => {
    const { limbs, limbBits } = measures[measure]!;
    const first = plan.firstLimbs[measure]!;
    return limbs.length === 1
      ? limbAt(first)
      : joinLimbs(
          limbs.map((_, limb) => limbAt(first + limb)),
          limbBits,
        );
  };
  const groupSum = (measure: number, group: number): bigint => sumOf(measure, (limb) => page.sums[limb]![group]!);
  const groups = plan.unordered ? orderGroups(table, query, plan, page, groupSum) : Array.from(page.counts.keys());
  return {
    totals: measures.map(({ scale }, at) => ({ unscaled: sumOf(at, (limb) => page.totals[limb]!), scale })),
    numEntries: page.numEntries,
    numCells: page.numGroups,
    cells: {
      length: groups.length,
      keys: query.keys.map(({ dimension, attribute }, key) => {
        const { attributes, pickMembers } = table.dimensions[dimension.index]!;
        const ranks = page.keys[key]!;
        const { memberAt } = plan.ranks[key]!;
        const members = Uint32Array.from(groups, (group) => memberAt[ranks[group]!]!);
        return attribute ? attributes[attribute.index]!.pick(members) : pickMembers(members);
      }),
      sums: measures.map(({ scale }, at) =>
        Float64Array.from(groups, (group) => decimalNumber({ unscaled: groupSum(at, group), scale })),
      ),
      numEntries: Float64Array.from(groups, (group) => page.counts[group]!),
    },
  };
}

/** Order all groups here, and take the page. They come in the order of their keys, which breaks ties. */
function orderGroups(
  table: ColumnarTable,
  query: AggregateQuery,
  plan: GroupPlan,
  page: GroupPage,
  sumOf: (measure: number, group: number) => bigint,
): number[] {
  const criteria = query.order.map((criterion) => planCriterion(table, query, plan, page, sumOf, criterion));
  return Array.from(page.counts.keys())
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
  table: ColumnarTable,
  query: AggregateQuery,
  plan: GroupPlan,
  page: GroupPage,
  sumOf: (measure: number, group: number) => bigint,
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
