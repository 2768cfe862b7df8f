import { COLUMN_COUNT, type Groups, stridesOf } from "./groups.js";
import { orderPage } from "./top-groups.js";
import type { PageQuery } from "./page-query.js";
import type { GroupPage } from "../query/query.js";

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
  return {
    totals: measures.map((_, index) => exports.totalGroups(plan, index)),
    numEntries: Number(exports.totalGroups(plan, weight)),
    numGroups: count,
    length,
    keys: keys.map(({ cardinality }, index) => {
      exports.readRanks(plan, page, length, cardinality, strides[index]!, out);
      const column = new Uint32Array(buffer, at, length);
      column.set(memory.u32(out, length));
      at += column.byteLength;
      return column;
    }),
    sums,
    counts,
  };
}
