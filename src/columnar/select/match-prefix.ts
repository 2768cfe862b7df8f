import { compareText } from "../../engine/compare.js";
import { beginsWith, foldCase } from "../../engine/fold.js";
import type { Attribute } from "../../model/cube.js";
import { binarySearch } from "../base/binary-search.js";
import type { FoldedOrders } from "../table/folded-orders.js";
import type { DimensionColumn } from "../table/table.js";
import type { Values } from "../table/values.js";

/**
 * Return the members that have a value with a prefix in one of some attributes, in the order of the first attribute.
 * Do not change the result: it may be a view. Cost: a binary search for each attribute, and a step for each member that
 * matches in another attribute than the first; for numbers a step for every member.
 * @param check called at intervals; throws to abort
 */
export function matchPrefix(
  column: DimensionColumn,
  orders: FoldedOrders,
  attributes: readonly Attribute[],
  prefix: string,
  check: () => void,
): Uint32Array {
  const [first, ...others] = attributes as readonly [Attribute, ...Attribute[]];
  const order = orders.of(column, first.index, check);
  if (prefix === "") return order;
  const folded = foldCase(prefix);
  const isInOrder = first.type !== "number";
  const [start, end] = isInOrder ? findRange(column.attributes[first.index]!, order, folded) : [0, 0];
  const places = new Set<number>();
  for (const each of isInOrder ? others : attributes) {
    const members = listMembers(column, orders, each, folded, check);
    if (members.length === 0) continue;
    const placeOf = orders.placesOf(column, first.index, check);
    for (const member of members) {
      const place = placeOf[member]!;
      if (place < start || place >= end) places.add(place);
    }
  }
  return places.size === 0 ? order.subarray(start, end) : unite(order, start, end, Uint32Array.from(places).toSorted());
}

/** List the members whose value of one attribute begins with a folded prefix, in any order. */
function listMembers(
  column: DimensionColumn,
  orders: FoldedOrders,
  { index, type }: Attribute,
  prefix: string,
  check: () => void,
): Uint32Array {
  const values = column.attributes[index]!;
  if (type !== "number") {
    const order = orders.of(column, index, check);
    return order.subarray(...findRange(values, order, prefix));
  }
  // Numbers are not ordered by their texts.
  const members: number[] = [];
  for (let member = 0; member < values.length; member++) {
    if (member % 4096 === 0) check();
    if (beginsWith(values.at(member), prefix)) members.push(member);
  }
  return Uint32Array.from(members);
}

/** Find the places of an order at which texts begin with a folded prefix. */
function findRange(values: Values, order: Uint32Array, prefix: string): [start: number, end: number] {
  const beginningAt = (place: number): string | null => {
    const text = values.at(order[place]!) as string | null;
    return text === null ? null : foldCase(text).slice(0, prefix.length);
  };
  const start = binarySearch(order.length, (place) => !isBefore(beginningAt(place), prefix));
  const end = binarySearch(order.length, (place) => isBefore(prefix, beginningAt(place)));
  return [start, end];
}

/** True if a text comes before another; a missing value comes after every text. */
function isBefore(a: string | null, b: string | null): boolean {
  return a !== null && (b === null || compareText(a, b) < 0);
}

/** Return the members of an order at `start` … `end - 1` and at other places, which ascend and are outside of these. */
function unite(order: Uint32Array, start: number, end: number, places: Uint32Array): Uint32Array {
  const before = binarySearch(places.length, (at) => places[at]! >= end);
  const united = new Uint32Array(places.length + end - start);
  for (let at = 0; at < before; at++) united[at] = order[places[at]!]!;
  united.set(order.subarray(start, end), before);
  for (let at = before; at < places.length; at++) united[at + end - start] = order[places[at]!]!;
  return united;
}
