import { compareText } from "../../../core/engine/compare.js";
import { beginsWith, foldCase } from "../../../core/engine/fold-case.js";
import type { Attribute } from "../../../core/model/cube.js";
import { foldText, isAscii } from "../../../core/query/text/fold-text.js";
import { binarySearch } from "../base/binary-search.js";
import type { FoldedOrders } from "../table/folded-orders.js";
import type { DimensionColumn } from "../table/table.js";
import type { Values } from "../table/values.js";

/**
 * Return the members that have a value with a prefix in one of some attributes, in the order of the first attribute.
 * Do not change the result: it may be a view. Cost: two binary searches for each attribute, and a step for each member
 * that matches in another attribute than the first or by a letter outside ASCII; for numbers a step for every member.
 * @param check called at intervals; throws to abort
 */
export function matchPrefix(
  column: DimensionColumn,
  orders: FoldedOrders,
  attributes: readonly Attribute[],
  prefix: string,
  check: () => void,
): Uint32Array {
  const [first] = attributes as readonly [Attribute, ...Attribute[]];
  const order = orders.of(column, first.index, check);
  const folded = foldText(prefix);
  if (folded === "") return order;
  const [start, end] = findAsciiRange(column, orders, first, folded, check);
  const places = new Set<number>();
  for (const each of attributes) {
    const lists = [listOthers(column, orders, each, folded, check)];
    if (each !== first) lists.push(listAscii(column, orders, each, folded, check));
    for (const members of lists) {
      if (members.length === 0) continue;
      const placeOf = orders.placesOf(column, first.index, check);
      for (const member of members) {
        const place = placeOf[member]!;
        if (place < start || place >= end) places.add(place);
      }
    }
  }
  return places.size === 0 ? order.subarray(start, end) : unite(order, start, end, Uint32Array.from(places).toSorted());
}

/** List the members whose text begins with a folded prefix in ASCII, in order. They include all whose text is ASCII. */
function listAscii(
  column: DimensionColumn,
  orders: FoldedOrders,
  attribute: Attribute,
  prefix: string,
  check: () => void,
): Uint32Array {
  const range = findAsciiRange(column, orders, attribute, prefix, check);
  return orders.of(column, attribute.index, check).subarray(...range);
}

/** Find the places of these members in the order; none for numbers, which are not ordered by their texts. */
function findAsciiRange(
  column: DimensionColumn,
  orders: FoldedOrders,
  { index, type }: Attribute,
  prefix: string,
  check: () => void,
): [start: number, end: number] {
  if (type === "number" || !isAscii(prefix)) return [0, 0];
  const order = orders.of(column, index, check);
  return findRange(column.attributes[index]!, order, foldCase(prefix), foldCase);
}

/**
 * List the members whose value begins with a folded prefix though its text is not ASCII, in any order. Their texts are
 * ordered otherwise than they are searched. Numbers are tested each.
 */
function listOthers(
  column: DimensionColumn,
  orders: FoldedOrders,
  { index, type }: Attribute,
  prefix: string,
  check: () => void,
): ArrayLike<number> & Iterable<number> {
  const values = column.attributes[index]!;
  if (type !== "number") {
    const order = orders.searchedOf(column, index, check);
    return order.subarray(...findRange(values, order, prefix, foldText));
  }
  const members: number[] = [];
  for (let member = 0; member < values.length; member++) {
    if (member % 4096 === 0) check();
    if (beginsWith(values.at(member), prefix)) members.push(member);
  }
  return members;
}

/** Find the places of an order at which texts begin with a folded prefix. */
function findRange(
  values: Values,
  order: Uint32Array,
  prefix: string,
  fold: (text: string) => string,
): [start: number, end: number] {
  const beginningAt = (place: number): string | null => {
    const text = values.at(order[place]!) as string | null;
    return text === null ? null : fold(text).slice(0, prefix.length);
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
