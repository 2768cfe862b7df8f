import { product } from "../kernel/groups/plan-cells.js";
import type { GroupKey, GroupOrder, GroupQuery } from "../kernel/query/query.js";
import type { AggregateQuery, Criterion, Key } from "../../core/query/aggregate/query.js";
import type { SelectedRows } from "./select/apply-cuts.js";
import type { Ranks } from "./table/ranks.js";
import type { CellTable } from "./table/table.js";

/** A kernel query for an aggregation, and how to read its result. */
export interface GroupPlan {
  readonly query: GroupQuery;
  /** Ranks of each key's values; `null` if its groups are the codes themselves. */
  readonly ranks: readonly (Ranks | null)[];
  /** Position of each measure's first limb among the kernel's measures. */
  readonly firstLimbs: readonly number[];
  /**
   * True if `readPage` sorts and pages, because the kernel cannot compare sums of several limbs, or because statistics are
   * computed of all groups.
   */
  readonly unordered: boolean;
}

/** A plan whose keys all have ranks. */
export interface RankedPlan extends GroupPlan {
  readonly ranks: readonly Ranks[];
}

/** Plan an aggregation: turn keys into rank tables, and measures into their limbs. */
export function planGroups(table: CellTable, query: AggregateQuery, selected: SelectedRows): RankedPlan {
  const ranks = query.keys.map((key) => rankKey(table, key));
  return { ...planRanked(table, query, selected, ranks), ranks };
}

/**
 * Plan an aggregation whose cells are in any order. Members are not sorted for it, which takes time and memory, where
 * each is a value of its own.
 */
export function planUnsorted(table: CellTable, query: AggregateQuery, selected: SelectedRows): GroupPlan {
  const ranks = query.keys.map((key) => (isOwnValue(table, key) ? null : rankKey(table, key)));
  return planRanked(table, query, selected, ranks);
}

function rankKey(table: CellTable, { dimension, attribute }: Key): Ranks {
  return table.dimensions[dimension.index]!.ranks.of((attribute ?? dimension.identity).index);
}

/** True if no two members of a key's dimension have the same value. */
function isOwnValue(table: CellTable, { dimension, attribute }: Key): boolean {
  const isIdentity = attribute === null || attribute === dimension.identity;
  return isIdentity && table.dimensions[dimension.index]!.base === undefined;
}

function planRanked(
  table: CellTable,
  query: AggregateQuery,
  { filter, cuts }: SelectedRows,
  ranks: readonly (Ranks | null)[],
): GroupPlan {
  const measures = query.measures.map(({ index }) => table.measures[index]!);
  const compared = listCompared(table, query);
  const limbs = compared.map((index) => table.measures[index]!.limbs[0]!);
  const firstLimbs = query.measures.map(({ index }, at) => {
    const known = compared.indexOf(index);
    return known >= 0 ? known : limbs.push(...measures[at]!.limbs) - measures[at]!.limbs.length;
  });
  const keys = query.keys.map((key, at) => planKey(table, key, ranks[at] ?? null));
  const isDescribed = !areFoundInSums(table, query, keys);
  const isLong = query.order.some((each) => each.by === "measure" && measures[each.index]!.limbs.length > 1);
  const unordered = isDescribed || isLong;
  return {
    ranks,
    firstLimbs,
    unordered,
    query: {
      segments: table.segments,
      filter,
      cuts,
      keys,
      measures: [...limbs, ...(table.entries ? [table.entries] : [])],
      ...(compared.length > 0 && { extremes: compared.length }),
      weight: table.entries && limbs.length,
      order: unordered ? [] : query.order.map((each) => planOrder(table, query, each, { ranks, firstLimbs })),
      first: unordered ? 0 : query.first,
      limit: unordered ? Number.MAX_SAFE_INTEGER : query.limit,
    },
  };
}

/** List the measures of which the kernel can find the extremes while it adds them up, by their index. */
export function listCompared({ measures }: CellTable, { statistics = [] }: AggregateQuery): readonly number[] {
  const indexes = statistics.flatMap((statistic) =>
    statistic.is === "min" || statistic.is === "max" ? [statistic.measure.index] : [],
  );
  return [...new Set(indexes)].filter((index) => measures[index]!.limbs.length === 1);
}

/** Number of possible groups up to which the kernel surely sums them in cells. */
const SURE_CELLS = 2 ** 16;

/** True if the kernel finds all statistics of a query while it adds up. */
function areFoundInSums(table: CellTable, query: AggregateQuery, keys: readonly GroupKey[]): boolean {
  const { statistics = [] } = query;
  const compared = listCompared(table, query);
  const isFound = statistics.every(
    (each) => (each.is === "min" || each.is === "max") && compared.includes(each.measure.index),
  );
  return isFound && (compared.length === 0 || product(keys.map(({ cardinality }) => cardinality)) <= SURE_CELLS);
}

function planKey(table: CellTable, { dimension }: Key, ranks: Ranks | null): GroupKey {
  const { codes } = table.dimensions[dimension.index]!;
  if (!ranks) return { column: codes, group: null, cardinality: Math.max(1, codes.size) };
  return { column: codes, group: ranks.rankOf, cardinality: Math.max(1, ranks.memberAt.length) };
}

function planOrder(
  table: CellTable,
  query: AggregateQuery,
  criterion: Criterion,
  { ranks, firstLimbs }: Pick<GroupPlan, "ranks" | "firstLimbs">,
): GroupOrder {
  const { descending } = criterion;
  if (criterion.by === "entries") return { by: "count", descending };
  if (criterion.by === "measure") return { by: "measure", index: firstLimbs[criterion.index]!, descending };
  const { key, attribute } = criterion;
  return {
    by: "key",
    key,
    ranks: orderRanks(table, query.keys[key]!, attribute.index, ranks[key]!, descending),
    descending,
  };
}

/**
 * Return the sort rank by an attribute for each rank of a key; `null` if the key's ranks are in that order already.
 * In descending order a missing value gets the lowest sort rank instead of the highest, so that it still comes last.
 */
export function orderRanks(
  table: CellTable,
  { dimension, attribute }: Key,
  by: number,
  key: Ranks,
  descending: boolean,
): Uint32Array | null {
  const order = table.dimensions[dimension.index]!.ranks.of(by);
  const isOwn = by === (attribute ?? dimension.identity).index;
  if (isOwn && !(descending && order.missing >= 0)) return null;
  return key.memberAt.map((member) => {
    const rank = order.rankOf[member]!;
    if (!descending) return rank;
    return rank === order.missing ? 0 : rank + 1;
  });
}
