import { COLUMN_COUNT, type Groups, stridesOf } from "./groups.js";
import { orderPage } from "./order-page.js";
import type { GroupKey, GroupOrder, GroupPage } from "./query.js";

/** What one page of a query shows. */
export interface PageQuery {
  readonly keys: readonly Pick<GroupKey, "cardinality">[];
  readonly measures: readonly unknown[];
  readonly weight?: number | undefined;
  readonly order: readonly GroupOrder[];
  readonly first: number;
  readonly limit: number;
}

/** Totals of all groups, and the page of them that the query asks for. */
export function readPage(groups: Groups, query: PageQuery): GroupPage {
  const { scratch, plan, count } = groups;
  const { memory } = scratch;
  const { exports } = memory;
  const first = Math.min(query.first, count);
  const length = Math.min(query.limit, count - first);
  const strides = stridesOf(query.keys.map(({ cardinality }) => cardinality));
  const page = orderPage(groups, query, strides, first, length);
  const weight = query.weight ?? COLUMN_COUNT;
  const out = scratch.take(length * 8);
  return {
    totals: query.measures.map((_, index) => exports.totalGroups(plan, index)),
    numEntries: Number(exports.totalGroups(plan, weight)),
    numGroups: count,
    length,
    keys: query.keys.map(({ cardinality }, index) => {
      exports.readRanks(plan, page, length, cardinality, strides[index]!, out);
      return new Uint32Array(memory.u32(out, length));
    }),
    sums: query.measures.map((_, index) => {
      exports.readSums(plan, page, length, index, out);
      return new BigInt64Array(memory.i64(out, length));
    }),
    counts: readCounts(),
  };

  function readCounts(): Float64Array {
    exports.readCounts(plan, page, length, weight, out);
    return new Float64Array(memory.f64(out, length));
  }
}
