import { COLUMN_KEY, type Groups, stridesOf } from "./groups.js";
import { type Grouping, type QueryJob, placeThreads, runRows } from "../plan/query-job.js";
import { OVERREAD } from "../memory/cube-memory.js";
import type { Pointer } from "../memory/pointer.js";
import { product } from "./plan-cells.js";
import type { GroupKey } from "../query/query.js";
import { sortKeys } from "./sort-keys.js";
import type { CodeColumn } from "../query/table.js";
import { writePlan } from "../plan/write-plan.js";

/** Limit of combinations: composite keys have 64 bits and are compared as signed numbers. */
const MAX_COMBINATIONS = 2 ** 62;

/** Keys, of which the leading ones may have been joined to a single key. */
export interface JoinedKeys {
  readonly keys: readonly GroupKey[];
  readonly components: readonly Component[];
}

/** The rank of an original key: `table[rank of keys[key]]`, or the rank itself if `table` is `null`. */
export interface Component {
  readonly key: number;
  readonly table: Uint32Array | null;
}

/** True if a composite of all keys fits 64 bits. */
export function fitsComposite(keys: readonly GroupKey[]): boolean {
  return product(keys.map(({ cardinality }) => cardinality)) < MAX_COMBINATIONS;
}

/** Join leading keys until the composite of all keys fits 64 bits. Every cardinality must be below 2^31. */
export function joinKeys(job: QueryJob, grouping: Grouping, group: (grouping: Grouping) => Groups): JoinedKeys {
  let { keys } = grouping;
  let components: readonly Component[] = keys.map((_, key) => ({ key, table: null }));
  while (!fitsComposite(keys)) {
    const count = leadingKeys(keys);
    const leading = keys.slice(0, count);
    const combinations = readSorted(job, group({ ...grouping, keys: leading, measures: [], extremes: 0 }));
    const strides = stridesOf(leading.map(({ cardinality }) => cardinality));
    const tables = leading.map(({ cardinality }, index) =>
      Uint32Array.from(combinations, (composite) => Number((composite / strides[index]!) % BigInt(cardinality))),
    );
    components = components.map(({ key, table }) => {
      if (key >= count) return { key: key - count + 1, table };
      return { key: 0, table: table ? tables[key]!.map((rank) => table[rank]!) : tables[key]! };
    });
    const column = placeColumn(job, { ...grouping, keys: leading }, combinations);
    keys = [{ column, group: null, cardinality: column.size }, ...keys.slice(count)];
  }
  return { keys, components };
}

/** Return the number of leading keys, at least 2, whose composite fits 64 bits. */
function leadingKeys(keys: readonly GroupKey[]): number {
  let count = 2;
  while (fitsComposite(keys.slice(0, count + 1))) count++;
  return count;
}

/** Return the composites of all groups, ascending. Grouping by all keys gives at least as many groups. */
function readSorted(job: QueryJob, groups: Groups): BigUint64Array<ArrayBuffer> {
  const { memory } = job.scratches[0]!;
  const order = memory.u32(sortKeys(groups), groups.count);
  const keys = memory.i64(memory.exports.groupColumn(groups.plan, COLUMN_KEY) >>> 0, groups.count);
  return BigUint64Array.from(order, (group) => BigInt.asUintN(64, keys[group]!));
}

/**
 * Build a column in scratch: for every selected entry the place of its composite in `combinations`. Entries that are not
 * selected get an arbitrary place. Cost: a binary search per selected entry.
 */
function placeColumn(job: QueryJob, grouping: Grouping, combinations: BigUint64Array<ArrayBuffer>): CodeColumn {
  const { filter, cuts } = grouping;
  const strides = stridesOf(grouping.keys.map(({ cardinality }) => cardinality));
  const keys = grouping.keys.map(({ column, group }, index) => ({ column, table: group, stride: strides[index]! }));
  const pointers: Pointer[] = [];
  const plans = job.segments.map(({ rows }, segment) => {
    const scratch = job.scratches[segment]!;
    const { exports } = scratch.memory;
    const plan = writePlan(job, { segment, filter, cuts, keys, measures: [] });
    placeThreads(job, segment, plan, exports.PHASE_RECODE.value, 0);
    const sorted = scratch.put(new Uint8Array(combinations.buffer));
    pointers[segment] = scratch.take(rows * 4 + OVERREAD);
    exports.writeRecode(plan, sorted, combinations.length, pointers[segment]);
    return plan;
  });
  runRows(job, plans);
  return { pointers, width: 4, size: Math.max(combinations.length, 1) };
}
