import type { GroupOrder, GroupPage, KernelBounds, Selection } from "#src/engines/kernel/query/query.js";
import { TooManyGroups } from "#src/engines/kernel/memory/errors.js";
import type { TestCodes, TestNumbers, TestTable } from "./tables.js";

/** A query in terms of test columns. */
export interface TestQuery {
  readonly filter: readonly boolean[] | null;
  readonly cuts: readonly { readonly codes: TestCodes; readonly pass: Uint8Array }[];
  readonly keys: readonly {
    readonly codes: TestCodes;
    readonly group: Uint32Array | null;
    readonly cardinality: number;
  }[];
  readonly measures: readonly TestNumbers[];
  readonly weight?: number | undefined;
  readonly order: readonly GroupOrder[];
  readonly first: number;
  readonly limit: number;
}

interface Group {
  readonly ranks: readonly number[];
  readonly sums: bigint[];
  count: number;
}

/** Answer a query like the kernel, but entry by entry. */
export function obviousAggregate(table: TestTable, query: TestQuery, { maxGroups }: KernelBounds): GroupPage {
  const { filter, cuts, keys, measures, weight } = query;
  const groups = new Map<string, Group>();
  const zeros = () => measures.map(() => 0n);
  if (keys.length === 0) groups.set("", { ranks: [], sums: zeros(), count: 0 });
  // Plain loops: tables have hundreds of thousands of entries.
  for (let row = 0; row < table.rows; row++) {
    if (filter && !filter[row]) continue;
    if (!passes(cuts, row)) continue;
    let name = "";
    for (const key of keys) name += `${rankOf(key, row)},`;
    let group = groups.get(name);
    if (!group) groups.set(name, (group = { ranks: keys.map((key) => rankOf(key, row)), sums: zeros(), count: 0 }));
    group.count += weight === undefined ? 1 : Number(measures[weight]!.values[row]!);
    for (let index = 0; index < measures.length; index++) group.sums[index]! += measures[index]!.values[row]!;
  }
  const total: Group = { ranks: [], sums: zeros(), count: 0 };
  for (const { sums, count } of groups.values()) {
    total.count += count;
    sums.forEach((sum, index) => (total.sums[index]! += sum));
  }
  if (groups.size > maxGroups) throw new TooManyGroups(maxGroups);
  const ordered = [...groups.values()].toSorted((a, b) => compareGroups(query.order, a, b));
  const page = ordered.slice(query.first, query.first + query.limit);
  return {
    totals: total.sums,
    numEntries: total.count,
    numGroups: groups.size,
    length: page.length,
    keys: query.keys.map((_, key) => Uint32Array.from(page, ({ ranks }) => ranks[key]!)),
    sums: query.measures.map((_, index) => BigInt64Array.from(page, ({ sums }) => sums[index]!)),
    counts: Float64Array.from(page, ({ count }) => count),
  };
}

/** True if an entry passes every cut. */
export function passes(cuts: TestQuery["cuts"], row: number): boolean {
  for (const { codes, pass } of cuts) if (!pass[codes.values[row]!]) return false;
  return true;
}

/** Return the rank of an entry's code in a key. */
export function rankOf({ codes, group }: TestQuery["keys"][number], row: number): number {
  const code = codes.values[row]!;
  return group ? group[code]! : code;
}

function compareGroups(order: readonly GroupOrder[], a: Group, b: Group): number {
  for (const one of order) {
    const x = valueOf(one, a);
    const y = valueOf(one, b);
    if (x !== y) return x < y === one.descending ? 1 : -1;
  }
  const key = a.ranks.findIndex((rank, index) => rank !== b.ranks[index]);
  return key < 0 ? 0 : a.ranks[key]! - b.ranks[key]!;
}

function valueOf(order: GroupOrder, group: Group): bigint | number {
  if (order.by === "measure") return group.sums[order.index]!;
  if (order.by === "count") return group.count;
  const rank = group.ranks[order.key]!;
  return order.ranks ? order.ranks[rank]! : rank;
}

/** Return for every entry whether a selection contains it; `codes` maps a cut's column to its test column. */
export function obviousSelection(table: TestTable, selection: Selection): boolean[] {
  switch (selection.op) {
    case "cut": {
      const { cut } = selection;
      if ("pass" in cut) {
        const { values } = table.codes.find(({ column }) => column === cut.column)!;
        return values.map((code) => cut.pass[code] === 1);
      }
      const { values } = table.numbers.find(({ column }) => column === cut.numbers)!;
      return values.map((number) => number >= cut.low && number <= cut.high);
    }
    case "rows":
      if ("rows" in selection.rows) {
        const rows = new Set(selection.rows.rows);
        return Array.from({ length: table.rows }, (_, row) => rows.has(row));
      }
      return selection.rows.words.flatMap((words, segment) =>
        Array.from(
          { length: table.segments[segment]!.rows },
          (_, row) => ((words[row >> 5]! >>> (row & 31)) & 1) === 1,
        ),
      );
    case "not":
      return obviousSelection(table, selection.of).map((marked) => !marked);
    case "and":
    case "or": {
      const every = selection.op === "and";
      return selection.of
        .map((one) => obviousSelection(table, one))
        .reduce(
          (sum, one) => sum.map((marked, row) => (every ? marked && one[row]! : marked || one[row]!)),
          Array.from({ length: table.rows }, () => every),
        );
    }
  }
}
