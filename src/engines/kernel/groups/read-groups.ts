import { COLUMN_COUNT, type Groups, stridesOf, COLUMN_KEY } from "./groups.js";
import type { PageQuery } from "./page-query.js";
import type { AmountPairs, GroupPage, GroupOrder } from "../query/query.js";
import type { Pointer } from "../memory/pointer.js";

/** Read the totals of all groups and the requested page. */
export function readPage(groups: Groups, query: PageQuery): GroupPage {
  const { scratch, plan, count } = groups;
  const { memory } = scratch;
  const { exports } = memory;
  const first = Math.min(query.first, count);
  const length = Math.min(query.limit, count - first);
  const strides = stridesOf(query.keys.map(({ cardinality }) => cardinality));
  const page = orderPage(groups, query, strides, first, length);
  const weight = query.weight ?? COLUMN_COUNT;
  const { keys, measures } = query;
  const out = scratch.take(length * 8);
  // One buffer for all columns: allocating a buffer takes longer than filling a short column.
  const buffer = new ArrayBuffer(length * (8 * (measures.length + 1) + 4 * keys.length));
  let at = 0;
  const sums = measures.map((_, index) => {
    exports.readSums(plan, page, length, index, out);
    const column = new BigInt64Array(buffer, at, length);
    column.set(memory.i64(out, length));
    at += column.byteLength;
    return column;
  });
  exports.readCounts(plan, page, length, weight, out);
  const counts = new Float64Array(buffer, at, length);
  counts.set(memory.f64(out, length));
  at += counts.byteLength;
  const columns = keys.map(({ cardinality }, index) => {
    exports.readRanks(plan, page, length, cardinality, strides[index]!, out);
    const column = new Uint32Array(buffer, at, length);
    column.set(memory.u32(out, length));
    at += column.byteLength;
    return column;
  });
  return {
    totals: measures.map((_, index) => exports.totalGroups(plan, index)),
    numEntries: Number(exports.totalGroups(plan, weight)),
    numGroups: count,
    length,
    keys: columns,
    sums,
    counts,
    ...(groups.extremes && { extremes: readExtremes(groups, columns, strides, length) }),
  };
}

/** Read the extremes of a page's groups and of all groups. */
function readExtremes(
  { scratch: { memory }, extremes }: Groups,
  keys: readonly Uint32Array[],
  strides: readonly bigint[],
  length: number,
): readonly AmountPairs[] {
  const { at, cells, measures } = extremes!;
  const { EXTREMES, joinAll } = memory.exports;
  const steps = strides.map(Number);
  return Array.from({ length: measures }, (_, measure) => {
    const pairs = memory.i64(at + measure * cells * EXTREMES.value, cells * 2);
    const lower = new BigInt64Array(length);
    const upper = new BigInt64Array(length);
    for (let group = 0; group < length; group++) {
      let cell = 0;
      for (let key = 0; key < keys.length; key++) cell += keys[key]![group]! * steps[key]!;
      lower[group] = pairs[cell * 2]!;
      upper[group] = pairs[cell * 2 + 1]!;
    }
    joinAll(at + measure * cells * EXTREMES.value, cells * EXTREMES.value);
    return { lower, upper, total: { lower: pairs[0]!, upper: pairs[1]! } };
  });
}

/** Write the indexes of the groups at the places `first … first + length - 1` of the order to scratch. */
function orderPage(
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
