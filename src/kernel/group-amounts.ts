import type { Pointer } from "./memory/pointer.js";
import { stridesOf } from "./groups/groups.js";
import { product } from "./groups/plan-cells.js";
import { copyColumns } from "./plan/copy-columns.js";
import { placeThreads, runPieces, runRows, type QueryJob } from "./plan/query-job.js";
import { writePlan } from "./plan/write-plan.js";
import type { GroupQuery } from "./query/query.js";
import type { AmountValues, RowBitmap } from "./query/table.js";

/** Possible keys up to which each has a place of its own; above, each entry searches its key. */
const MAX_PLACES = 2 ** 22;

/** Groups of a query, in ascending order of their composite keys. */
export interface KnownGroups {
  readonly keys: BigUint64Array<ArrayBuffer>;
  /** Number of entries of each. */
  readonly counts: ArrayLike<number>;
}

/** A query for figures of its groups' amounts. `filter` is a bitmap. */
export type AmountQuery = Pick<GroupQuery, "segments" | "cuts" | "keys"> & {
  readonly filter: RowBitmap | null;
  readonly column: AmountValues;
};

/** Two amounts of each group; those of groups without entries are arbitrary. */
export interface AmountPairs {
  readonly lower: BigInt64Array;
  readonly upper: BigInt64Array;
}

/** Find the smallest and the largest amount of each group. Cost: a pass over the entries. */
export function findExtremes(job: QueryJob, query: AmountQuery, groups: KnownGroups): AmountPairs {
  const length = groups.keys.length;
  const plans = job.segments.map((_, segment) => {
    const { exports } = job.scratches[segment]!.memory;
    const plan = planPlaces(job, segment, query, groups);
    placeThreads(job, segment, plan, exports.PHASE_EXTREMES.value, exports.extremesBytes(length) >>> 0);
    return plan;
  });
  runRows(job, plans);
  const lower = new BigInt64Array(length).fill(2n ** 63n - 1n);
  const upper = new BigInt64Array(length).fill(-(2n ** 63n));
  for (const [segment, { memory }] of job.segments.entries()) {
    for (let thread = 0; thread < job.threads; thread++) {
      const at = memory.exports.extremesOf(plans[segment]!, thread) >>> 0;
      if (at === 0) continue;
      const pairs = memory.i64(at, length * 2);
      for (let group = 0; group < length; group++) {
        if (pairs[group * 2]! < lower[group]!) lower[group] = pairs[group * 2]!;
        if (pairs[group * 2 + 1]! > upper[group]!) upper[group] = pairs[group * 2 + 1]!;
      }
    }
  }
  return { lower, upper };
}

/**
 * Find the two middle amounts of each group; they are one amount if there is an odd number.
 * Cost: a pass over the entries, eight bytes of scratch for each, and some passes over these.
 */
export function findMedians(job: QueryJob, query: AmountQuery, groups: KnownGroups): AmountPairs {
  // Each memory of a table has a part of a group's amounts.
  if (job.segments.length > 1) return mergeMedians(job, query, groups);
  const [{ plan }] = spreadAmounts(job, query, groups, [groups.counts]) as [SpreadAmounts];
  const scratch = job.scratches[0]!;
  const { exports } = scratch.memory;
  const { length } = groups.keys;
  const medians = scratch.take(length * 16);
  exports.writeMedians(plan, medians);
  exports.writePhase(plan, exports.PHASE_MEDIANS.value);
  runPieces(job, 0, plan, Math.ceil(length / exports.MEDIAN_GROUPS.value));
  const pairs = scratch.memory.i64(medians, length * 2);
  return {
    lower: new BigInt64Array(length).map((_, group) => pairs[group * 2]!),
    upper: new BigInt64Array(length).map((_, group) => pairs[group * 2 + 1]!),
  };
}

/** Spread the amounts of each segment, and sort those that a group has in all of them. */
function mergeMedians(job: QueryJob, query: AmountQuery, groups: KnownGroups): AmountPairs {
  const { length } = groups.keys;
  const none = job.segments.map(() => new Uint32Array(length));
  const counted = spreadAmounts(job, query, groups, none, true);
  const counts = counted.map(({ cursors }, segment) => job.segments[segment]!.memory.u32(cursors, length).slice());
  const spread = spreadAmounts(job, query, groups, counts);
  const lower = new BigInt64Array(length);
  const upper = new BigInt64Array(length);
  const firsts = new Float64Array(job.segments.length);
  for (let group = 0; group < length; group++) {
    const amounts = new BigInt64Array(groups.counts[group]!);
    let at = 0;
    for (const [segment, { output }] of spread.entries()) {
      const own = counts[segment]![group]!;
      amounts.set(job.segments[segment]!.memory.i64(output + firsts[segment]! * 8, own), at);
      firsts[segment]! += own;
      at += own;
    }
    amounts.sort();
    lower[group] = amounts[(amounts.length - 1) >> 1] ?? 0n;
    upper[group] = amounts[amounts.length >> 1] ?? 0n;
  }
  return { lower, upper };
}

/** Places of the amounts of a segment, group by group. */
interface SpreadAmounts {
  readonly plan: Pointer;
  readonly cursors: Pointer;
  readonly output: Pointer;
}

/**
 * Write the amounts of each segment to its scratch, group by group.
 * @param counts number of entries of each group in each segment
 * @param isCount true to count only: the cursors then hold the numbers
 */
function spreadAmounts(
  job: QueryJob,
  query: AmountQuery,
  groups: KnownGroups,
  counts: readonly KnownGroups["counts"][],
  isCount = false,
): readonly SpreadAmounts[] {
  const spread = job.scratches.map((scratch, segment): SpreadAmounts => {
    const { exports } = scratch.memory;
    const plan = planPlaces(job, segment, query, groups);
    placeThreads(job, segment, plan, exports.PHASE_SPREAD.value, 0);
    const firsts = new Uint32Array(groups.keys.length);
    let total = 0;
    for (let group = 0; group < firsts.length; group++) {
      firsts[group] = total;
      total += counts[segment]![group]!;
    }
    const output = isCount ? 0 : scratch.take(Math.max(total, 1) * 8);
    const cursors = scratch.put32(firsts);
    exports.writeCursors(plan, cursors, output);
    return { plan, cursors, output };
  });
  runRows(
    job,
    spread.map(({ plan }) => plan),
  );
  return spread;
}

/** Write the plan for one segment, with the places of the groups. */
function planPlaces(job: QueryJob, segment: number, query: AmountQuery, { keys: known }: KnownGroups): Pointer {
  const { filter, cuts, column } = query;
  const scratch = job.scratches[segment]!;
  const strides = stridesOf(query.keys.map(({ cardinality }) => cardinality));
  const keys = query.keys.map(({ column: codes, group }, index) => ({
    column: codes,
    table: group,
    stride: strides[index]!,
  }));
  const plan = writePlan(job, { segment, filter, cuts, keys, measures: [column] });
  const possible = product(query.keys.map(({ cardinality }) => cardinality));
  const isFull = known.length === possible;
  const sorted = isFull ? 0 : scratch.put(new Uint8Array(known.buffer, known.byteOffset, known.byteLength));
  const places = !isFull && possible <= MAX_PLACES ? scratch.take(possible * 4) : 0;
  scratch.memory.exports.writePlaces(plan, possible < 2 ** 32 ? 4 : 8, sorted, known.length, places);
  return plan;
}

/** Copy the columns that a query reads to the scratch of a job. */
export function copyAmounts(job: QueryJob, query: AmountQuery): AmountQuery {
  const { column, ...others } = query;
  const copied = copyColumns(job, { ...others, measures: [column], order: [], first: 0, limit: 0 });
  return { ...query, segments: copied.segments, cuts: copied.cuts, keys: copied.keys, column: copied.measures[0]! };
}
