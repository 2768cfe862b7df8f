import { type AmountQuery, findPlaces, type KnownGroups, planKnown } from "./groups/known-groups.js";
import { type AmountRange, pickMiddles } from "./groups/pick-middles.js";
import { type SpreadAmounts, spreadAmounts } from "./groups/spread-amounts.js";
import { OutOfTime } from "./memory/errors.js";
import { copyColumns } from "./plan/copy-columns.js";
import type { AmountPair, AmountPairs } from "./query/query.js";
import { placeThreads, type QueryJob, runPieces, runRows } from "./plan/query-job.js";

/** Find the smallest and the largest amount of each group. Cost: a pass over the entries. */
export function findExtremes(job: QueryJob, query: AmountQuery, groups: KnownGroups): AmountPairs {
  const length = groups.keys.length;
  const lower = new BigInt64Array(length).fill(2n ** 63n - 1n);
  const upper = new BigInt64Array(length).fill(-(2n ** 63n));
  for (const pairs of passOnce(job, "PHASE_EXTREMES", query, groups)) {
    for (let group = 0; group < length; group++) {
      if (pairs[group * 2]! < lower[group]!) lower[group] = pairs[group * 2]!;
      if (pairs[group * 2 + 1]! > upper[group]!) upper[group] = pairs[group * 2 + 1]!;
    }
  }
  return { lower, upper, total: joinPairs(lower, upper) };
}

/** Add up the squares of the amounts of each group. Cost: a pass over the entries. */
export function addSquares(job: QueryJob, query: AmountQuery, groups: KnownGroups): readonly bigint[] {
  const squares = Array.from(groups.keys, () => 0n);
  for (const pairs of passOnce(job, "PHASE_SQUARES", query, groups)) {
    for (let group = 0; group < squares.length; group++) {
      const [low, high] = [pairs[group * 2]!, pairs[group * 2 + 1]!];
      squares[group]! += (BigInt.asUintN(64, high) << 64n) + BigInt.asUintN(64, low);
    }
  }
  return squares;
}

/** Run a phase that keeps a pair of integers for each group. @returns the pairs of each segment and thread that had entries */
function passOnce(
  job: QueryJob,
  phase: "PHASE_EXTREMES" | "PHASE_SQUARES",
  query: AmountQuery,
  groups: KnownGroups,
): readonly BigInt64Array[] {
  const { length } = groups.keys;
  const places = findPlaces(query.keys, groups);
  const plans = job.segments.map((_, segment) => {
    const { exports } = job.scratches[segment]!.memory;
    const plan = planKnown(job, segment, query, groups, places);
    placeThreads(job, segment, plan, exports[phase].value, exports.groupPairsBytes(length) >>> 0);
    return plan;
  });
  runRows(job, plans);
  return job.segments.flatMap(({ memory }, segment) =>
    Array.from({ length: job.threads }, (_, thread) => memory.exports.groupPairsOf(plans[segment]!, thread) >>> 0)
      .filter((at) => at > 0)
      .map((at) => memory.i64(at, length * 2)),
  );
}

function joinPairs(lower: BigInt64Array, upper: BigInt64Array): AmountPair | null {
  if (lower.length === 0) return null;
  let [least, greatest] = [lower[0]!, upper[0]!];
  for (const amount of lower) if (amount < least) least = amount;
  for (const amount of upper) if (amount > greatest) greatest = amount;
  return { lower: least, upper: greatest };
}

/**
 * Find the two middle amounts of each group, and of all; they are one amount if there is an odd number.
 * Cost: a pass or two over the entries, as many bytes of scratch for each as its amount has, and some passes over these.
 */
export function findMedians(job: QueryJob, query: AmountQuery, groups: KnownGroups): AmountPairs {
  const { column } = query;
  const isAll = query.keys.length + query.cuts.length === 0 && !query.filter;
  if (isAll && job.segments.some(({ rows }) => rows > 0)) return findTotal(job, query, groups);
  const spread = spreadAmounts(job, query, groups);
  const all = spread.map(({ plan, output, ends }, segment): AmountRange => ({
    segment,
    plan,
    from: output,
    count: ends.at(-1) ?? 0,
  }));
  const total = all.some(({ count }) => count > 0) ? pickMiddles(job, all, column) : null;
  if (total && groups.keys.length === 1) return pairOf(total);
  const [only] = spread;
  // Each memory of a table has a part of a group's amounts.
  if (spread.length > 1) return { ...mergeMedians(job, query, groups, spread), total };
  return { ...selectMedians(job, query, only!), total };
}

/** Find the median of all entries of a table, where they are. */
function findTotal(job: QueryJob, query: AmountQuery, groups: KnownGroups): AmountPairs {
  const places = findPlaces([], groups);
  const ranges = job.segments.map(({ rows, memory: { exports } }, segment): AmountRange => {
    const plan = planKnown(job, segment, query, groups, places);
    placeThreads(job, segment, plan, exports.PHASE_BRACKET.value, exports.BRACKET_BYTES.value);
    return { segment, plan, from: query.column.pointers[segment]!, count: rows };
  });
  return pairOf(pickMiddles(job, ranges, query.column));
}

function pairOf(total: AmountPair): AmountPairs {
  return { lower: BigInt64Array.of(total.lower), upper: BigInt64Array.of(total.upper), total };
}

/** Find the medians of all groups in one segment: of small groups each on one thread. */
function selectMedians(
  job: QueryJob,
  { column }: AmountQuery,
  { plan, output, ends }: SpreadAmounts,
): Omit<AmountPairs, "total"> {
  const scratch = job.scratches[0]!;
  const { exports } = scratch.memory;
  const { length } = ends;
  const medians = scratch.take(length * 16);
  exports.writeMedians(plan, medians);
  const lower = new BigInt64Array(length);
  const upper = new BigInt64Array(length);
  const pairs = scratch.memory.i64(medians, length * 2);
  const [large, pieces] = [exports.LARGE_GROUP.value, Math.ceil(length / exports.MEDIAN_GROUPS.value)];
  // The plan's output and number of rows change with the large groups.
  exports.writePhase(plan, exports.PHASE_MEDIANS.value);
  exports.writeBracket(plan, output, ends.at(-1)!, 0n, 0n, 0);
  runPieces(job, 0, plan, pieces);
  for (let group = 0; group < length; group++) {
    const from = group === 0 ? 0 : ends[group - 1]!;
    const count = ends[group]! - from;
    if (count <= large) {
      [lower[group], upper[group]] = [pairs[group * 2]!, pairs[group * 2 + 1]!];
      continue;
    }
    const range = { segment: 0, plan, from: output + from * column.width, count };
    const middles = pickMiddles(job, [range], column);
    [lower[group], upper[group]] = [middles.lower, middles.upper];
  }
  return { lower, upper };
}

/** Amounts that are sorted between two looks at the clock. */
const SORTED = 2 ** 16;

/** Find the medians of groups that have amounts in several segments. */
function mergeMedians(
  job: QueryJob,
  { column }: AmountQuery,
  groups: KnownGroups,
  spread: readonly SpreadAmounts[],
): Omit<AmountPairs, "total"> {
  const { length } = groups.keys;
  const large = job.segments[0]!.memory.exports.LARGE_GROUP.value;
  const lower = new BigInt64Array(length);
  const upper = new BigInt64Array(length);
  let sorted = 0;
  for (let group = 0; group < length; group++) {
    const ranges = spread.map(({ plan, output, ends }, segment): AmountRange => {
      const first = group === 0 ? 0 : ends[group - 1]!;
      return { segment, plan, from: output + first * column.width, count: ends[group]! - first };
    });
    const count = ranges.reduce((sum, range) => sum + range.count, 0);
    if (count === 0) continue;
    if (count > large) {
      const middles = pickMiddles(job, ranges, column);
      [lower[group], upper[group]] = [middles.lower, middles.upper];
      continue;
    }
    const amounts = sortAmounts(job, ranges, column.width, count);
    lower[group] = BigInt(amounts[(count - 1) >> 1]!);
    upper[group] = BigInt(amounts[count >> 1]!);
    sorted += count;
    if (sorted < SORTED) continue;
    sorted = 0;
    if (performance.now() > job.deadline) throw new OutOfTime();
  }
  return { lower, upper };
}

function sortAmounts(
  { segments }: QueryJob,
  ranges: readonly AmountRange[],
  width: 4 | 8,
  length: number,
): Int32Array | BigInt64Array {
  let first = 0;
  if (width === 4) {
    const amounts = new Int32Array(length);
    for (const { segment, from, count } of ranges) {
      amounts.set(segments[segment]!.memory.i32(from, count), first);
      first += count;
    }
    return amounts.toSorted();
  }
  const amounts = new BigInt64Array(length);
  for (const { segment, from, count } of ranges) {
    amounts.set(segments[segment]!.memory.i64(from, count), first);
    first += count;
  }
  return amounts.toSorted();
}

/** The amounts of each group, one after the other, as wide as in their column. */
export interface GroupAmounts {
  readonly amounts: Int32Array | BigInt64Array;
  readonly ends: Float64Array;
}

/** List the amounts of each group. Cost: as `findMedians`, and a copy of them. */
export function listAmounts(job: QueryJob, query: AmountQuery, groups: KnownGroups): GroupAmounts {
  const { width } = query.column;
  const spread = spreadAmounts(job, query, groups);
  const { length } = groups.keys;
  const total = spread.reduce((sum, { ends }) => sum + (ends.at(-1) ?? 0), 0);
  const amounts = width === 4 ? new Int32Array(total) : new BigInt64Array(total);
  const ends = new Float64Array(length);
  let next = 0;
  for (let group = 0; group < length; group++) {
    spread.forEach(({ output, ends: own }, segment) => {
      const first = group === 0 ? 0 : own[group - 1]!;
      const { memory } = job.segments[segment]!;
      const [from, count] = [output + first * width, own[group]! - first];
      if (amounts instanceof Int32Array) amounts.set(memory.i32(from, count), next);
      else amounts.set(memory.i64(from, count), next);
      next += count;
    });
    ends[group] = next;
  }
  return { amounts, ends };
}

/** Copy the columns that a query reads to the scratch of a job. */
export function copyAmounts(job: QueryJob, query: AmountQuery): AmountQuery {
  const { column, ...others } = query;
  const copied = copyColumns(job, { ...others, measures: [column], order: [], first: 0, limit: 0 });
  return { ...query, segments: copied.segments, cuts: copied.cuts, keys: copied.keys, column: copied.measures[0]! };
}
