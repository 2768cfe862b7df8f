import { findPlaces, type KnownGroups } from "./groups/known-groups.js";
import { stridesOf } from "./groups/groups.js";
import { exportsOf, placeThreads, type QueryJob, runRows } from "./plan/query-job.js";
import { writePlan } from "./plan/write-plan.js";
import type { GroupKey, GroupQuery } from "./query/query.js";
import type { RowBitmap } from "./query/table.js";

/** A query for the numbers of different values of its groups, in one segment. */
export type ValueQuery = Pick<GroupQuery, "segments" | "cuts" | "keys"> & {
  readonly filter: RowBitmap | null;
  readonly values: GroupKey;
  /** Rank of the missing value, which does not count; negative if there is none. */
  readonly missing: number;
};

/** Numbers of different values. */
export interface ValueCounts {
  /** Number of each group. */
  readonly counts: Float64Array;
  /** Number of all entries. */
  readonly total: number;
}

/** Bytes up to which a thread marks the pairs of groups and values. */
const MAX_PAIR_BYTES = 2 ** 25;

/**
 * Count the different values of each group, with a bit for each pair of a group and a value.
 * @returns `null` if there are too many possible pairs
 * Cost: a pass over the entries.
 */
export function countValues(job: QueryJob, query: ValueQuery, groups: KnownGroups): ValueCounts | null {
  const { keys, values, missing, cuts, filter } = query;
  const { cellPlan, places } = findPlaces(keys, groups);
  // Rows of whole 64-bit words.
  const size = Math.ceil(values.cardinality / 64) * 64;
  const [cells, known] = [places.length, groups.keys.length];
  if (!cellPlan || job.segments.length !== 1 || (Math.max(cells, known + 1) * size) / 8 > MAX_PAIR_BYTES) return null;
  const scratch = job.scratches[0]!;
  const { memory } = scratch;
  const exports = exportsOf(job, 0);
  const strides = stridesOf([...cellPlan.sizes, size]);
  const planned = [...keys, values].map(({ column, group }, at) => ({
    column,
    table: cellPlan.late[at] ? null : group,
    stride: strides[at]!,
  }));
  const plan = writePlan(job, { segment: 0, filter, cuts, keys: planned, measures: [] });
  const row = size / 8;
  exports.writeOutput(plan, cells * row);
  placeThreads(job, 0, plan, exports.PHASE_PAIRS.value, cells * row);
  runRows(job, [plan]);
  const united = scratch.take((known + 1) * row);
  exports.clearFolded(united, (known + 1) * row);
  const at = scratch.put32(places);
  for (let thread = 0; thread < job.threads; thread++) {
    const own = exports.pairsOf(plan, thread) >>> 0;
    if (own) exports.unitePairs(own, cells, at, row, united);
  }
  // The last row is that of all groups.
  const all = united + known * row;
  exports.unitePairs(united, known, scratch.put32(new Uint32Array(known)), row, all);
  const bits = memory.u8(united, (known + 1) * row);
  const countRow = (group: number): number => {
    const isMissing = missing >= 0 && ((bits[group * row + (missing >> 3)]! >> (missing & 7)) & 1) === 1;
    return (exports.countRows(united + group * row, size) >>> 0) - (isMissing ? 1 : 0);
  };
  return { counts: Float64Array.from({ length: known }, (_, group) => countRow(group)), total: countRow(known) };
}
