import type { KernelExports } from "../memory/exports.js";
import type { Pointer } from "../memory/pointer.js";
import type { CodeCut, GroupKey, GroupQuery, KernelBounds, Visit } from "../query/query.js";
import { Scratch } from "../memory/scratch.js";
import type { AmountValues, CodeColumn, RowBitmap } from "../query/table.js";
import type { Segment } from "../memory/segment.js";
import type { WorkerPool } from "../workers/worker-pool.js";
import type { CodeZones, NumberZones } from "./zones.js";

/** Zone maps of columns, made when a job first cuts a column. */
export interface ZoneCache {
  /** `null` where all blocks have the same codes. */
  ofCodes(job: QueryJob, column: CodeColumn): CodeZones | null;
  ofNumbers(job: QueryJob, column: AmountValues): NumberZones;
  /** Let a copy of a column use the column's zone maps. */
  share(column: CodeColumn | AmountValues, copy: CodeColumn | AmountValues): void;
}

/** One query under way: what it asks, the scratch of its segments, and the threads that work on it. */
export interface QueryJob {
  readonly segments: readonly Segment[];
  readonly scratches: readonly Scratch[];
  readonly pool: WorkerPool;
  readonly deadline: number;
  /** Threads that may take part, this one included. */
  readonly threads: number;
  /** Fewer are dealt with by this thread alone. */
  readonly parallelEntries: number;
  readonly zones: ZoneCache;
  /** Whether it pays to know what blocks hold. */
  readonly isZoned: boolean;
  /** What the passes of this job read; added to as they are planned. */
  readonly visit: Visit;
}

/** A query's groups still to be found: its filter may have become a bitmap of what the cuts select. */
export interface Grouping {
  readonly filter: RowBitmap | null;
  readonly cuts: readonly CodeCut[];
  readonly keys: readonly GroupKey[];
  readonly measures: readonly AmountValues[];
  readonly maxGroups: number;
}

/** @param mostRoom bytes that it may make the segments' memories grow for */
export function startJob(job: Omit<QueryJob, "scratches">, maxGrowth: number): QueryJob {
  for (const { memory } of job.segments) {
    if (memory.released) throw new Error("A memory was released before its query");
  }
  return { scratches: job.segments.map(({ memory }) => new Scratch(memory, maxGrowth)), ...job };
}

export function groupingOf(query: GroupQuery, filter: RowBitmap | null, bounds: KernelBounds): Grouping {
  const { cuts, keys, measures } = query;
  return { filter, cuts, keys, measures, maxGroups: bounds.maxGroups };
}

export function countRows(segments: readonly Segment[]): number {
  return segments.reduce((sum, { rows }) => sum + rows, 0);
}

/** The job for what reads so many entries: waking a worker for few would cost more than it saves. */
export function shareWork(job: QueryJob, entries: number): QueryJob {
  return job.threads > 1 && entries < job.parallelEntries ? { ...job, threads: 1 } : job;
}

/** Run a phase over the entries of all segments, each with its plan. */
export function runRows(job: QueryJob, plans: readonly Pointer[]): void {
  const tasks = job.segments.map(({ memory, rows }, index) => ({
    memory: memory.id,
    plan: plans[index]!,
    pieces: Math.ceil(rows / memory.exports.PIECE.value),
  }));
  runTasks(job, job.segments, tasks);
}

/** Run a phase of `pieces` pieces on one segment. */
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

/** Give every thread an area of `restBytes` after its work area. */
export function placeThreads(job: QueryJob, segment: number, plan: Pointer, phase: number, restBytes: number): void {
  const scratch = job.scratches[segment]!;
  const exports = exportsOf(job, segment);
  // Areas of threads begin on pages of their own.
  const bytes = Math.ceil((exports.WORK_BYTES.value + restBytes) / 4096) * 4096;
  exports.writeThreads(plan, phase, scratch.take(bytes * job.threads), bytes, job.threads);
}

export function exportsOf(job: QueryJob, segment: number): KernelExports {
  return job.segments[segment]!.memory.exports;
}
