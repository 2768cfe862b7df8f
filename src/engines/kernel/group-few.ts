import { emptyPage } from "./groups/empty-page.js";
import { TooManyGroups } from "./memory/errors.js";
import type { Segment } from "./memory/segment.js";
import type { AmountPairs, GroupOrder, GroupPage, GroupQuery } from "./query/query.js";
import { listFewRows, viewCodes, viewNumbers } from "./select-few.js";

/** Selected entries of a small table, and the group of each. */
export interface FewRows {
  readonly rows: readonly number[];
  readonly groupOf: Uint32Array;
  /** Number of groups. */
  readonly length: number;
}

interface FewGroups extends FewRows {
  /** For each key the rank of each group. */
  readonly ranks: readonly Uint32Array[];
}

/** Sum measures and count entries per group in a table of one segment, without WebAssembly. @throws TooManyGroups */
export function groupFewRows(segment: Segment, query: GroupQuery, maxGroups: number): GroupPage {
  const groups = findGroups(segment, query);
  if (groups.rows.length === 0) return emptyPage(query);
  if (groups.length > maxGroups) throw new TooManyGroups(maxGroups);
  const { measures, extremes = 0, weight } = query;
  const columns = measures.map((each) => viewNumbers(segment, each));
  const sums = columns.map((numbers) => sumGroups(groups, numbers));
  const counts = weight === undefined ? countInGroups(groups) : Float64Array.from(sums[weight]!, Number);
  const order = orderGroups(groups, query, sums, counts);
  const page = order.slice(query.first, query.first + query.limit);
  const pairs = columns.slice(0, extremes).map((numbers) => findExtremes(groups, numbers, page));
  return {
    totals: sums.map((own) => own.reduce((sum, each) => sum + each, 0n)),
    numEntries: counts.reduce((sum, each) => sum + each, 0),
    numGroups: groups.length,
    length: page.length,
    keys: groups.ranks.map((own) => page.map((group) => own[group]!)),
    sums: sums.map((own) => BigInt64Array.from(page, (group) => own[group]!)),
    counts: Float64Array.from(page, (group) => counts[group]!),
    ...(extremes > 0 && { extremes: pairs }),
  };
}

/** Number the groups by their first entry, key by key: at most as many as entries, whatever their keys multiply to. */
function findGroups(segment: Segment, { filter, cuts, keys }: GroupQuery): FewGroups {
  const rows = listFewRows(segment, filter, cuts);
  const groupOf = new Uint32Array(rows.length);
  let length = rows.length === 0 ? 0 : 1;
  const ranksOf = keys.map(({ column, group }) => {
    const codes = viewCodes(segment, column);
    return Uint32Array.from(rows, (row) => (group ? group[codes[row]!]! : codes[row]!));
  });
  for (const [key, { cardinality }] of keys.entries()) {
    const found = new Map<number, number>();
    for (let at = 0; at < rows.length; at++) {
      const pair = groupOf[at]! * cardinality + ranksOf[key]![at]!;
      const known = found.get(pair) ?? found.size;
      found.set(pair, known);
      groupOf[at] = known;
    }
    length = found.size;
  }
  const ranks = ranksOf.map((own) => {
    const ranksOfGroups = new Uint32Array(length);
    for (let at = 0; at < rows.length; at++) ranksOfGroups[groupOf[at]!] = own[at]!;
    return ranksOfGroups;
  });
  return { rows, groupOf, ranks, length };
}

/** Sum numbers by group, exactly. @param numbers one for each entry of the table */
export function sumGroups({ rows, groupOf, length }: FewRows, numbers: Int32Array | BigInt64Array): BigInt64Array {
  if (numbers instanceof Int32Array) {
    // Less than a million numbers of 32 bits add up to an exact double.
    const sums = new Float64Array(length);
    for (let at = 0; at < rows.length; at++) sums[groupOf[at]!]! += numbers[rows[at]!]!;
    return BigInt64Array.from(sums, BigInt);
  }
  const sums = new BigInt64Array(length);
  for (let at = 0; at < rows.length; at++) sums[groupOf[at]!]! += numbers[rows[at]!]!;
  return sums;
}

/** Count the rows of each group. */
export function countInGroups({ groupOf, length }: FewRows): Float64Array {
  const counts = new Float64Array(length);
  for (const group of groupOf) counts[group]!++;
  return counts;
}

function findExtremes(
  { rows, groupOf, length }: FewGroups,
  numbers: Int32Array | BigInt64Array,
  page: Uint32Array,
): AmountPairs {
  const lower = new BigInt64Array(length).fill(2n ** 63n - 1n);
  const upper = new BigInt64Array(length).fill(-(2n ** 63n));
  for (let at = 0; at < rows.length; at++) {
    const number = BigInt(numbers[rows[at]!]!);
    const group = groupOf[at]!;
    if (number < lower[group]!) lower[group] = number;
    if (number > upper[group]!) upper[group] = number;
  }
  const total = {
    lower: lower.reduce((least, each) => (each < least ? each : least)),
    upper: upper.reduce((most, each) => (each > most ? each : most)),
  };
  return {
    lower: BigInt64Array.from(page, (group) => lower[group]!),
    upper: BigInt64Array.from(page, (group) => upper[group]!),
    total,
  };
}

/** Return the groups in the order of a query. */
function orderGroups(
  { ranks, length }: FewGroups,
  { order }: GroupQuery,
  sums: readonly BigInt64Array[],
  counts: Float64Array,
): Uint32Array {
  const byKeys = ranks.map(
    (own): Comparison =>
      (a, b) =>
        own[a]! - own[b]!,
  );
  const comparisons = [...order.map((each) => planComparison(each, ranks, sums, counts)), ...byKeys];
  return Uint32Array.from({ length }, (_, group) => group).toSorted((a, b) => {
    for (const compare of comparisons) {
      const found = compare(a, b);
      if (found !== 0) return found;
    }
    return 0;
  });
}

type Comparison = (a: number, b: number) => number;

function planComparison(
  order: GroupOrder,
  ranks: readonly Uint32Array[],
  sums: readonly BigInt64Array[],
  counts: Float64Array,
): Comparison {
  const sign = order.descending ? -1 : 1;
  if (order.by === "count") return (a, b) => sign * (counts[a]! - counts[b]!);
  if (order.by === "measure") {
    const own = sums[order.index]!;
    return (a, b) => (own[a]! < own[b]! ? -sign : own[a]! > own[b]! ? sign : 0);
  }
  const own = ranks[order.key]!;
  const { ranks: sorted } = order;
  return (a, b) => sign * (sorted ? sorted[own[a]!]! - sorted[own[b]!]! : own[a]! - own[b]!);
}
