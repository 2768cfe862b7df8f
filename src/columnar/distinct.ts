import type { DistinctResult, Member } from "../engine/engine.js";
import { compareText } from "../engine/compare.js";
import { beginsWith, foldCase } from "../engine/fold.js";
import type { Kernel } from "../kernel/kernel.js";
import type { Attribute } from "../model/cube.js";
import type { DistinctQuery } from "../query/distinct.js";
import { firstPlace } from "./first-place.js";
import type { FoldedOrders } from "./folded-orders.js";
import { narrow } from "./narrow.js";
import type { IndexedTable } from "./select-members.js";
import type { DimensionColumn } from "./table.js";

/**
 * Members by prefix and cut.
 * Cost: with a cut one pass of the kernel that counts by the dimension; a prefix is looked up in the order of its
 * attribute; then a byte for every member.
 */
export function findDistinct(
  kernel: Kernel,
  indexed: IndexedTable,
  orders: FoldedOrders,
  query: DistinctQuery,
  deadline: number,
): DistinctResult {
  const { dimension, attributes, prefix, first, limit } = query;
  const column = indexed.table.dimensions[dimension.index]!;
  const isPossible = markPossible(kernel, indexed, column, query, deadline);
  const isWanted = prefix === "" ? isPossible : markBeginnings(column, orders, attributes, foldCase(prefix));
  const page: number[] = [];
  let count = 0;
  for (const member of orders.of(column, attributes[0]!.index)) {
    if (isPossible[member] === 0 || isWanted[member] === 0) continue;
    if (count >= first && page.length < limit) page.push(member);
    count++;
  }
  const members = column.pickMembers(page).filter((member): member is Member => member !== null);
  return { members, count };
}

/** A byte for each member: whether an entry has it under the cuts. Every member of a table has an entry. */
function markPossible(
  kernel: Kernel,
  indexed: IndexedTable,
  { codes, missing, attributes }: DimensionColumn,
  { cuts }: DistinctQuery,
  deadline: number,
): Uint8Array {
  const size = attributes[0]!.length;
  const marks = new Uint8Array(size).fill(cuts.length === 0 ? 1 : 0);
  if (cuts.length > 0 && size > 0) {
    const groups = kernel.aggregate(
      {
        segments: indexed.table.segments,
        ...narrow(kernel, indexed, cuts, null, deadline),
        keys: [{ column: codes, group: null, cardinality: size }],
        measures: [],
        order: [],
        first: 0,
        limit: size,
      },
      { maxGroups: size, deadline },
    );
    for (const code of groups.keys[0]!) marks[code] = 1;
  }
  if (missing >= 0) marks[missing] = 0;
  return marks;
}

/** A byte for each member: whether one of the attributes begins with a folded prefix. */
function markBeginnings(
  column: DimensionColumn,
  orders: FoldedOrders,
  attributes: readonly Attribute[],
  prefix: string,
): Uint8Array {
  const marks = new Uint8Array(column.attributes[0]!.length);
  for (const { index, type } of attributes) {
    const values = column.attributes[index]!;
    if (type === "number") {
      // Numbers are not in the order of their texts.
      for (let member = 0; member < marks.length; member++)
        if (beginsWith(values.at(member), prefix)) marks[member] = 1;
      continue;
    }
    const order = orders.of(column, index);
    const beginningAt = (place: number): string | null => {
      const text = values.at(order[place]!) as string | null;
      return text === null ? null : foldCase(text).slice(0, prefix.length);
    };
    const start = firstPlace(order.length, (place) => !isBefore(beginningAt(place), prefix));
    const end = firstPlace(order.length, (place) => isBefore(prefix, beginningAt(place)));
    for (let place = start; place < end; place++) marks[order[place]!] = 1;
  }
  return marks;
}

/** No value comes after every text. */
function isBefore(a: string | null, b: string | null): boolean {
  return a !== null && (b === null || compareText(a, b) < 0);
}
