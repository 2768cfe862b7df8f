import type { KernelExports } from "../memory/exports.js";
import type { Pointer } from "../memory/pointer.js";
import type { CodeCut, GroupKey, GroupQuery, KernelBounds, Visit } from "../query/query.js";
import { Scratch } from "../memory/scratch.js";
import type { AmountValues, CodeColumn, RowBitmap } from "../query/table.js";
import type { Segment } from "../memory/segment.js";
import type { WorkerPool } from "../workers/worker-pool.js";
import type { CodeZones, NumberZones } from "./zones.js";

/** Zone maps of columns, built when a job first cuts a column. */
export interface ZoneCache {
  /** Return a column's zone map, or `null` if all blocks have the same codes. */
  ofCodes(job: QueryJob, column: CodeColumn): CodeZones | null;
  ofNumbers(job: QueryJob, column: AmountValues): NumberZones;
  /** Use a column's zone map for its copy, too. */
  share(column: CodeColumn | AmountValues, copy: CodeColumn | AmountValues): void;
}

/** The state of a running query: its segments, their scratch memory, and its threads and limits. */
export interface QueryJob {
  readonly segments: readonly Segment[];
  readonly scratches: readonly Scratch[];
  readonly pool: WorkerPool;
  readonly deadline: number;
  /** Maximum number of threads, including this one. */
  readonly threads: number;
  /** Minimum number of entries for more than one thread. */
  readonly parallelEntries: number;
  readonly zones: ZoneCache;
  /** True if the table is large enough for zone maps to pay. */
  readonly isZoned: boolean;
  /** Counts of the blocks that the passes of this job read; updated when a pass is planned. */
  readonly visit: Visit;
}

/**
 * The part of a query that decides its groups. Cuts may have been replaced by a bitmap of the entries that they select.
 */
export interface Grouping {
  readonly filter: RowBitmap | null;
  readonly cuts: readonly CodeCut[];
  readonly keys: readonly GroupKey[];
  readonly measures: readonly AmountValues[];
  readonly extremes: number;
  readonly maxGroups: number;
}

/** Start a job. @param maxGrowth bytes of scratch for which it may make the segments' memories grow */
export function startJob(job: Omit<QueryJob, "scratches">, maxGrowth: number): QueryJob {
  for (const { memory } of job.segments) {
    if (memory.released) throw new Error("A memory was released before its query");
  }
  return { scratches: job.segments.map(({ memory }) => new Scratch(memory, maxGrowth)), ...job };
}

/** Return the part of a query that decides its groups. */
export function groupingOf(query: GroupQuery, filter: RowBitmap | null, bounds: KernelBounds): Grouping {
  const { cuts, keys, measures, extremes = 0 } = query;
  return { filter, cuts, keys, measures, extremes, maxGroups: bounds.maxGroups };
}

/** Return the number of entries in all segments. */
export function countRows(segments: readonly Segment[]): number {
  return segments.reduce((sum, { rows }) => sum + rows, 0);
}

/** Limit a pass over few entries to this thread: waking a worker would cost more than it saves. */
export function shareWork(job: QueryJob, entries: number): QueryJob {
  return job.threads > 1 && entries < job.parallelEntries ? { ...job, threads: 1 } : job;
}

/** Run a phase over the entries of all segments; `plans` holds one plan per segment. */
export function runRows(job: QueryJob, plans: readonly Pointer[]): void {
  runOver(
    job,
    job.segments.map(({ rows }, segment) => ({ segment, plan: plans[segment]!, items: rows })),
  );
}

/** Run a phase over items, in pieces of as many as those of entries; at most one plan per segment. */
export function runOver(
  job: QueryJob,
  plans: readonly { readonly segment: number; readonly plan: Pointer; readonly items: number }[],
): void {
  const segments = plans.map(({ segment }) => job.segments[segment]!);
  const tasks = plans.map(({ plan, items }, index) => {
    const { memory } = segments[index]!;
    return { memory: memory.id, plan, pieces: Math.ceil(items / memory.exports.PIECE.value) };
  });
  runTasks(job, segments, tasks);
}

/** Run a phase on one segment, divided into `pieces`. */
export function runPieces(job: QueryJob, segment: number, plan: Pointer, pieces: number): void {
  const { memory } = job.segments[segment]!;
  runTasks(job, [job.segments[segment]!], [{ memory: memory.id, plan, pieces }]);
}

function runTasks(
  job: QueryJob,
  segments: readonly Segment[],
  tasks: readonly { readonly memory: number; readonly plan: Pointer; readonly pieces: number }[],
): void {
  const memories = segments.map(({ memory }) => memory);
  job.pool.run(memories, tasks, job.deadline, job.threads - 1);
}

/** Reserve memory for every thread: its work area, followed by `restBytes` for the phase. */
export function placeThreads(job: QueryJob, segment: number, plan: Pointer, phase: number, restBytes: number): void {
  const scratch = job.scratches[segment]!;
  const exports = exportsOf(job, segment);
  // Aligned to pages, so that threads share none.
  const bytes = Math.ceil((exports.WORK_BYTES.value + restBytes) / 4096) * 4096;
  exports.writeThreads(plan, phase, scratch.take(bytes * job.threads), bytes, job.threads);
}

export function exportsOf(job: QueryJob, segment: number): KernelExports {
  return job.segments[segment]!.memory.exports;
}
