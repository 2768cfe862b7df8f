import { COLUMN_COUNT, COLUMN_KEY, type Groups } from "./groups.js";
import type { Pointer } from "../memory/pointer.js";
import type { PageQuery } from "./page-query.js";
import type { GroupOrder } from "../query/query.js";

/** Write the indexes of the groups at the places `first … first + length - 1` of the order to scratch. */
export function orderPage(
  groups: Groups,
  query: PageQuery,
  strides: readonly bigint[],
  first: number,
  length: number,
): Pointer {
  const { scratch, plan, count, sorted } = groups;
  const { exports } = scratch.memory;
  const page = scratch.take(length * 4);
  if (length === 0) return page;
  if (query.order.length === 0 && sorted) {
    const places = scratch.memory.u32(page, length);
    for (let place = 0; place < length; place++) places[place] = first + place;
    return page;
  }
  const bytes = exports.criterionBytes();
  const criteria = scratch.take(bytes * query.order.length);
  query.order.forEach((each, index) => writeOrder(groups, query, strides, each, criteria + bytes * index));
  const end = first + length;
  const order = (capacity: number): boolean => {
    const rest = scratch.mark();
    const area = scratch.take(exports.orderBytes(capacity));
    const isDone = exports.orderGroups(plan, criteria, query.order.length, first, end, capacity, area, page) !== 0;
    scratch.back(rest);
    return isDone;
  };
  // The estimated capacity is too small if many groups have equal values; then sort all groups.
  if (!order(exports.orderCapacity(count, end) >>> 0)) order(count);
  return page;
}

function writeOrder(
  { scratch }: Groups,
  query: PageQuery,
  strides: readonly bigint[],
  order: GroupOrder,
  at: Pointer,
): void {
  const { exports } = scratch.memory;
  if (order.by === "key") {
    const ranks = order.ranks ? scratch.put32(order.ranks) : 0;
    const { cardinality } = query.keys[order.key]!;
    exports.writeCriterion(at, COLUMN_KEY, order.descending, ranks, cardinality, strides[order.key]!);
  } else {
    const column = order.by === "count" ? (query.weight ?? COLUMN_COUNT) : order.index;
    exports.writeCriterion(at, column, order.descending, 0, 1, 1n);
  }
}
