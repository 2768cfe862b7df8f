import { COLUMN_COUNT, type Groups, stridesOf } from "./groups.js";
import { orderPage } from "./top-groups.js";
import type { PageQuery } from "./page-query.js";
import type { AmountPairs, GroupPage } from "../query/query.js";

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
