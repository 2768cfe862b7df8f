import { fitsComposite } from "../kernel/groups/join-keys.js";
import { stridesOf } from "../kernel/groups/groups.js";
import type { AmountQuery, KnownGroups } from "../kernel/groups/known-groups.js";
import type { ListedAmounts } from "../../core/engine/engine.js";
import { packBigIntegers, packIntegers } from "../../core/model/values/decimal-column.js";
import type { ValueCounts } from "../kernel/count-values.js";
import type { Kernel } from "../kernel/kernel.js";
import type { AmountPairs, GroupKey, GroupPage, KernelBounds, Selection } from "../kernel/query/query.js";
import type { RowBitmap } from "../kernel/query/table.js";
import type { AmountStatistic } from "../../core/model/measure-functions.js";
import type { Decimal } from "../../core/model/values/decimal.js";
import { printStatistic } from "../../core/query/aggregate/print-statistic.js";
import type { AggregateQuery, Key, Statistic } from "../../core/query/aggregate/query.js";
import type { Pace } from "../../core/engine/pace.js";
import { listCompared, planGroups } from "./plan-groups.js";
import type { SelectedRows } from "./select/apply-cuts.js";
import { openAmounts, openCodes } from "./table/open-columns.js";
import { listRows, rowsFrom } from "./table/row-bitmaps.js";
import type { ColumnarTable } from "./table/table.js";

/** A statistic of each group, in ascending order of the groups' keys, and of all entries. */
export interface GroupStatistic {
  readonly scale: number;
  readonly unscaled: BigInt64Array | readonly bigint[];
  /** `null` for amounts of no entries. */
  readonly total: Decimal | null;
}

/** The selected entries of a table. */
export interface SelectedEntries {
  readonly kernel: Kernel;
  readonly table: ColumnarTable;
  readonly narrowed: SelectedRows;
  readonly bounds: KernelBounds;
  /** Checks the deadline and the cancellation between statistics. */
  readonly pace: Pick<Pace, "step" | "deadline">;
  /** Ends a measured step. */
  readonly end: (step: string) => void;
}

/** Groups of entries, all of them, in ascending order of their keys. */
interface Groups {
  readonly by: readonly Key[];
  readonly page: Pick<GroupPage, "keys" | "counts">;
}

/** Facts that one pass finds of the amounts of each group. */
type Finding = "extremes" | "medians" | "squares";

type FoundPairs = (find: Finding, measure: number, of: Groups) => AmountPairs | BigPairs;

/** Amounts that may exceed 64 bits; sums of squares, which are no pairs, twice. */
interface BigPairs {
  readonly lower: readonly bigint[];
  readonly upper: readonly bigint[];
}

/** Compute statistics of all groups of a query. @param page its groups, in ascending order of their keys */
export async function describeGroups(
  selected: SelectedEntries,
  query: AggregateQuery,
  page: GroupPage,
): Promise<readonly GroupStatistic[]> {
  const { keys, statistics = [] } = query;
  const { table, pace, end } = selected;
  let entries = selected;
  const groups: Groups = { by: keys, page };
  const whole: Groups = { by: [], page: { keys: [], counts: Float64Array.of(page.numEntries) } };
  const found = new Map<string, AmountPairs | BigPairs>();
  const pairsOf: FoundPairs = (find, measure, of) => {
    const name = `${find} ${measure} ${of.by.length}`;
    const pairs = found.get(name) ?? compute(find, measure, of);
    found.set(name, pairs);
    return pairs;
  };
  const compute: FoundPairs = (find, measure, of) => {
    if (of === groups || keys.length === 0) return findPairs(entries, find, measure, of);
    const pairs = pairsOf(find, measure, groups);
    if ("total" in pairs) return { lower: [pairs.total!.lower], upper: [pairs.total!.upper] };
    if (find === "medians") return findPairs(entries, find, measure, of);
    // Extremes and sums of the groups give those of all entries.
    return find === "extremes" ? joinExtremes(pairs) : joinSquares(pairs);
  };
  page.extremes?.forEach((pairs, at) => {
    const { total } = pairs;
    // A later page of the one group without keys is empty.
    const all = keys.length === 0 && total ? { lower: [total.lower], upper: [total.upper] } : pairs;
    found.set(`extremes ${listCompared(table, query)[at]!} ${keys.length}`, all);
  });
  const describe = (statistic: Statistic): GroupStatistic => {
    if (statistic.is === "count") return describeCount(entries, statistic.of, groups, whole);
    const { index } = statistic.measure;
    return describeAmounts(statistic.is, table.measures[index]!.scale, page.numEntries, (find, of) =>
      pairsOf(find, index, of === "groups" ? groups : whole),
    );
  };
  end("group");
  const described: GroupStatistic[] = [];
  for (const statistic of statistics) {
    await pace.step();
    entries = { ...selected, bounds: { ...selected.bounds, deadline: pace.deadline } };
    described.push(describe(statistic));
    end(`find ${printStatistic(statistic)}`);
  }
  return described;
}

function describeCount(entries: SelectedEntries, of: Key, groups: Groups, whole: Groups): GroupStatistic {
  const found = countMarked(entries, of, groups);
  if (found) {
    const unscaled = Array.from(found.counts, BigInt);
    return { scale: 0, unscaled, total: { unscaled: BigInt(found.total), scale: 0 } };
  }
  const total = countGrouped(entries, of, whole);
  const unscaled = groups.by.length === 0 ? total : countGrouped(entries, of, groups);
  return { scale: 0, unscaled, total: { unscaled: total[0]!, scale: 0 } };
}

/** How each statistic of amounts is read from what is found. */
const READ: Readonly<
  Record<
    AmountStatistic,
    {
      readonly find: Finding;
      readonly scaleOf: (scale: number) => number;
      readonly read: (pairs: AmountPairs | BigPairs) => GroupStatistic["unscaled"];
    }
  >
> = {
  min: { find: "extremes", scaleOf: (scale) => scale, read: ({ lower }) => lower },
  max: { find: "extremes", scaleOf: (scale) => scale, read: ({ upper }) => upper },
  // The mean of two amounts has one more digit.
  median: { find: "medians", scaleOf: (scale) => scale + 1, read: meansOf },
  squares: { find: "squares", scaleOf: (scale) => 2 * scale, read: ({ lower }) => lower },
};

function meansOf({ lower, upper }: AmountPairs | BigPairs): bigint[] {
  return Array.from(lower, (amount, group) => (amount + upper[group]!) * 5n);
}

function describeAmounts(
  is: AmountStatistic,
  scale: number,
  numEntries: number,
  pairsOf: (find: Finding, of: "groups" | "whole") => AmountPairs | BigPairs,
): GroupStatistic {
  const { find, scaleOf, read } = READ[is];
  const digits = scaleOf(scale);
  if (numEntries === 0) return { scale: digits, unscaled: [0n], total: null };
  const [total] = read(pairsOf(find, "whole"));
  return { scale: digits, unscaled: read(pairsOf(find, "groups")), total: { unscaled: total!, scale: digits } };
}

/** Count the different values of each group by marking them; `null` if there are too many. */
function countMarked(entries: SelectedEntries, of: Key, { by, page }: Groups): ValueCounts | null {
  const { kernel, table, narrowed, bounds } = entries;
  const query = { filters: [], keys: [...by, of], measures: [], order: [], first: 0, limit: 0 };
  const { query: plan, ranks } = planGroups(table, query, narrowed);
  const { segments } = table;
  const [keys, values] = [plan.keys.slice(0, -1), plan.keys.at(-1)!];
  // Members that all differ in the value are counted by their codes, without looking each up.
  const { missing, memberAt } = ranks.at(-1)!;
  const isEach = values.cardinality === values.column.size;
  const counted = isEach
    ? { values: { ...values, group: null }, missing: missing < 0 ? missing : memberAt[missing]! }
    : { values, missing };
  if (page.counts.length === 0 || !fitsComposite(keys)) return null;
  const described = { segments, cuts: plan.cuts, keys, filter: bitmapOf(entries), ...counted };
  return kernel.countValues(described, knownOf(keys, page), bounds);
}

/** Count the different values that each group has, from the groups of the values themselves. */
function countGrouped({ kernel, table, narrowed, bounds }: SelectedEntries, of: Key, { by, page }: Groups): bigint[] {
  const keys = [...by, of];
  const query = { filters: [], keys, measures: [], order: [], first: 0, limit: Number.MAX_SAFE_INTEGER };
  const plan = planGroups(table, query, narrowed);
  const values = kernel.aggregate(plan.query, bounds);
  const { missing } = plan.ranks.at(-1)!;
  const counts = new Float64Array(page.counts.length);
  const own = values.keys.at(-1)!;
  // Both are in ascending order of the groups' keys.
  let group = 0;
  for (let at = 0; at < values.length; at++) {
    while (page.keys.some((column, key) => column[group] !== values.keys[key]![at])) group++;
    if (own[at] !== missing) counts[group]!++;
  }
  return Array.from(counts, BigInt);
}

function findPairs(entries: SelectedEntries, find: Finding, measure: number, of: Groups): AmountPairs | BigPairs {
  const { kernel, bounds } = entries;
  const described = describeAmountQuery(entries, measure, of);
  if (!described) return gatherPairs(entries, find, measure, of);
  const { query, groups } = described;
  if (find === "squares") return twice(kernel.squares(query, groups, bounds));
  return find === "extremes" ? kernel.extremes(query, groups, bounds) : kernel.medians(query, groups, bounds);
}

/** Describe a query of amounts for the kernel; `null` if it cannot answer it: for amounts of several limbs, and very many possible keys. */
function describeAmountQuery(
  entries: SelectedEntries,
  measure: number,
  { by, page }: Groups,
): { readonly query: AmountQuery; readonly groups: KnownGroups } | null {
  const { table, narrowed } = entries;
  const { limbs } = table.measures[measure]!;
  const { query } = planGroups(table, { filters: [], keys: by, measures: [], order: [], first: 0, limit: 0 }, narrowed);
  const { keys, cuts } = query;
  if (limbs.length > 1 || !fitsComposite(keys)) return null;
  const [column] = limbs as [(typeof limbs)[0]];
  const { segments } = table;
  return { query: { segments, cuts, keys, filter: bitmapOf(entries), column }, groups: knownOf(keys, page) };
}

/** List the amounts of all groups. @param page of at least one, in ascending order of their keys */
export function listGroupAmounts(
  entries: SelectedEntries,
  by: readonly Key[],
  measure: number,
  page: GroupPage,
): Omit<ListedAmounts, "keys"> {
  const { kernel, table, bounds } = entries;
  const { scale } = table.measures[measure]!;
  const groups: Groups = { by, page };
  const described = describeAmountQuery(entries, measure, groups);
  if (!described) {
    const lists = gatherAmounts(entries, measure, groups);
    let end = 0;
    const ends = lists.map(({ length }) => (end += length));
    return { ends, amounts: packBigIntegers(lists.flat(), scale) };
  }
  const { amounts, ends } = kernel.listAmounts(described.query, described.groups, bounds);
  const column =
    amounts instanceof Int32Array ? { unscaled: Float64Array.from(amounts), scale } : packIntegers(amounts, scale);
  return { ends, amounts: column };
}

function twice(sums: readonly bigint[]): BigPairs {
  return { lower: sums, upper: sums };
}

/** Return groups by their composite keys. */
function knownOf(keys: readonly GroupKey[], page: Groups["page"]): KnownGroups {
  const strides = stridesOf(keys.map(({ cardinality }) => cardinality));
  const composites = BigUint64Array.from(page.counts, (_, group) =>
    strides.reduce((sum, stride, key) => sum + stride * BigInt(page.keys[key]![group]!), 0n),
  );
  return { keys: composites, counts: page.counts };
}

function joinExtremes({ lower, upper }: BigPairs): BigPairs {
  let [least, greatest] = [lower[0]!, upper[0]!];
  for (const amount of lower) if (amount < least) least = amount;
  for (const amount of upper) if (amount > greatest) greatest = amount;
  return { lower: [least], upper: [greatest] };
}

function joinSquares({ lower }: AmountPairs | BigPairs): BigPairs {
  let sum = 0n;
  for (const squares of lower) sum += squares;
  return twice([sum]);
}

function bitmapOf({ kernel, table, narrowed: { filter }, bounds }: SelectedEntries): RowBitmap | null {
  if (!filter || "words" in filter) return filter;
  return kernel.selectRows(table.segments, { op: "rows", rows: filter }, bounds.deadline);
}

/** Find pairs in lists of each group's amounts: for amounts of several limbs, and for very many possible keys. */
function gatherPairs(entries: SelectedEntries, find: Finding, measure: number, of: Groups): BigPairs {
  const groups = gatherAmounts(entries, measure, of);
  if (find === "squares") return twice(groups.map((all) => all.reduce((sum, each) => sum + each * each, 0n)));
  const [low, high] = find === "extremes" ? [() => 0, (n: number) => n - 1] : [lowerMiddle, upperMiddle];
  for (const amounts of groups) amounts.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return {
    lower: groups.map((amounts) => amounts[low(amounts.length)] ?? 0n),
    upper: groups.map((amounts) => amounts[high(amounts.length)] ?? 0n),
  };
}

/** List the amounts of each group, one by one. */
function gatherAmounts(
  { kernel, table, narrowed, bounds }: SelectedEntries,
  measure: number,
  { by, page }: Groups,
): readonly bigint[][] {
  const { filter, cuts } = narrowed;
  const selections: Selection[] = cuts.map((cut) => ({ op: "cut", cut }));
  if (filter) selections.push({ op: "rows", rows: filter });
  const isAll = selections.length === 0;
  const rows = isAll
    ? rowsFrom(0, table.rows)
    : listRows(kernel.selectRows(table.segments, { op: "and", of: selections }, bounds.deadline), table);
  const readers = by.map(({ dimension, attribute }) => {
    const { codes, ranks } = table.dimensions[dimension.index]!;
    const codeOf = openCodes(table, codes);
    const { rankOf } = ranks.of((attribute ?? dimension.identity).index);
    return (row: number) => rankOf[codeOf(row)]!;
  });
  const groupOf = new Map<string, bigint[]>();
  const groups = Array.from(page.counts, (_, group): bigint[] => {
    const amounts: bigint[] = [];
    groupOf.set(page.keys.map((column) => column[group]).join(), amounts);
    return amounts;
  });
  const amountOf = openAmounts(table, table.measures[measure]!);
  for (const row of rows) groupOf.get(readers.map((read) => read(row)).join())!.push(amountOf(row));
  return groups;
}

const lowerMiddle = (count: number): number => (count - 1) >> 1;
const upperMiddle = (count: number): number => count >> 1;
