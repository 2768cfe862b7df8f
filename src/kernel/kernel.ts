import { readAsset } from "../assets/assets.js";
import { aggregateColumns } from "./aggregate.js";
import { makeCollector } from "./memory/collect-garbage.js";
import { compile } from "./memory/compile.js";
import { copyColumns } from "./plan/copy-columns.js";
import { columnStatistics } from "./column-statistics.js";
import { NeedsOverflow } from "./memory/errors.js";
import { countRows, type QueryJob, startJob } from "./plan/query-job.js";
import { OverflowMemory } from "./memory/overflow-memory.js";
import { type CodeMarks, markCodes } from "./distinct-codes.js";
import type { CubeMemory } from "./memory/cube-memory.js";
import { type MemoryLimit, NO_LIMIT } from "./memory/memory-limit.js";
import { MemoryPool } from "./memory/memory-pool.js";
import type { EntryQuery, GroupPage, GroupQuery, KernelBounds, NumberStatistics, Selection } from "./query/query.js";
import { selectRows } from "./select-rows.js";
import type { CodeColumn, AmountValues, RowBitmap } from "./query/table.js";
import type { Segment } from "./memory/segment.js";
import { WorkerLost, WorkerPool } from "./workers/worker-pool.js";
import { whenIdle } from "./memory/when-idle.js";
import { ZoneMaps } from "./plan/zone-maps.js";

/** A table segment is at most this large, so that queries find room beside it in the 4 GiB of one memory. */
export const MAX_TABLE_BYTES = 2.5 * 2 ** 30;

/** What the cells of a million groups take. */
const MOST_ROOM = 2 ** 26;

export interface KernelOptions {
  /** Threads that compute, this one included; 1: no workers. */
  readonly threads?: number;
  /** A kernel's that another thread has compiled already. */
  readonly module?: WebAssembly.Module;
  /** Use the build that checks bounds and asserts. Slow; for tests. */
  readonly checked?: boolean;
  /** Released memories of up to this many bytes together are kept for the next tables. */
  readonly spareBytes?: number;
  /**
   * Let memories that are given back wait for this thread to have little to do, 64 MB of them at most: to collect them
   * holds it up for as long as its heap is large.
   */
  readonly collectsWhenIdle?: boolean;
  /** Tables of fewer entries are dealt with by this thread alone: waking a worker would cost more than it saves. */
  readonly parallelEntries?: number;
  /** Tables of fewer entries are passed over without a look at what their blocks hold. */
  readonly zonedEntries?: number;
  /** What queries may take beside the tables; by default as much as there is. */
  readonly memory?: MemoryLimit;
  /** Bytes that a query may make a table's memory grow for; what needs more is given them elsewhere, for a while. */
  readonly maxGrowth?: number;
  /** Milliseconds that a query waits for workers which do not get on, before it goes on without them. */
  readonly patience?: number;
  /** Told how many milliseconds each call has computed. */
  readonly onWork?: (milliseconds: number) => void;
  /** Called for every worker that is lost; queries go on with those that are left. */
  readonly onWorkerLost?: (error: Error) => void;
}

type JobBounds = Pick<KernelBounds, "deadline" | "visit">;

/**
 * The loops over tables: grouping, selection and statistics, on this thread and its workers. Calls are synchronous
 * and one at a time; this thread takes part in the work. Close it, or the workers stay as long as the process.
 */
export class Kernel {
  /** Collect this thread's garbage at once: large arrays that were dropped stay resident until then. */
  readonly collect = makeCollector();
  /** What blocks of columns hold, as far as queries had a use for it. */
  readonly zones = new ZoneMaps();
  private readonly store: MemoryPool;
  private readonly overflowMemory: OverflowMemory;

  private constructor(
    /** Compiled, for other threads. */
    readonly module: WebAssembly.Module,
    private readonly pool: WorkerPool,
    private readonly parallelEntries: number,
    private readonly zonedEntries: number,
    private readonly onWork: (milliseconds: number) => void,
    spareBytes: number,
    memory: MemoryLimit,
    collectsWhenIdle: boolean,
    private readonly maxGrowth: number,
  ) {
    const collect = (memories: readonly number[]): void => {
      this.pool.forget(memories);
      this.collect();
    };
    const later = collectsWhenIdle ? whenIdle : setImmediate;
    this.store = new MemoryPool(module, spareBytes, collect, memory, later);
    this.overflowMemory = new OverflowMemory(() => this.store.newRoom(), later);
  }

  static start(options: KernelOptions = {}): Kernel {
    const { threads = 1, checked = false, spareBytes = 2 ** 28, parallelEntries = 100_000 } = options;
    const { zonedEntries = 2 ** 16, patience = 10_000, memory = NO_LIMIT, collectsWhenIdle = false } = options;
    const { onWork = () => {}, onWorkerLost = () => {}, maxGrowth = MOST_ROOM } = options;
    const { module = compile(readAsset(checked ? "dist/kernel/kernel.checked.wasm" : "dist/kernel/kernel.wasm")) } =
      options;
    const pool = new WorkerPool(module, { workers: threads - 1, patience, onLost: onWorkerLost });
    return new Kernel(
      module,
      pool,
      parallelEntries,
      zonedEntries,
      onWork,
      spareBytes,
      memory,
      collectsWhenIdle,
      maxGrowth,
    );
  }

  /** Threads that compute now: workers take some milliseconds to start, and one that dies is missing. */
  get threads(): number {
    return 1 + this.pool.ready;
  }

  /**
   * A memory for a table segment, with one holder: release it.
   * @param tableBytes sum of all allocations, each rounded up to a multiple of 64; at most `MAX_TABLE_BYTES`
   * @throws OutOfMemory above that
   */
  newMemory(tableBytes: number): CubeMemory {
    return this.store.newMemory(tableBytes, MAX_TABLE_BYTES);
  }

  /**
   * Take over the memory of a table segment that another thread made with a kernel of its own and touches no more.
   * @param tableBytes bytes of its `contents`
   * @throws OutOfMemory where the memory is smaller
   */
  adoptMemory(memory: WebAssembly.Memory, tableBytes: number): CubeMemory {
    return this.store.adopt(memory, tableBytes);
  }

  /**
   * Sum measures and count entries by keys, and give one page of the ordered groups.
   * @throws TooManyGroups, OutOfTime, OutOfMemory, OverMemoryLimit
   */
  aggregate(query: GroupQuery, bounds: KernelBounds): GroupPage {
    const { segments, filter } = query;
    const { visit = { blocks: 0, skipped: 0 } } = bounds;
    const { blocks, skipped } = visit;
    try {
      return this.work(segments, bounds, (job) => aggregateColumns(job, query, bounds), filter?.count, this.maxGrowth);
    } catch (error) {
      if (!(error instanceof NeedsOverflow)) throw error;
      // What was read in vain is no part of what is told.
      visit.blocks = blocks;
      visit.skipped = skipped;
      const elsewhere = this.overflowMemory.open(segments);
      return this.work(
        elsewhere,
        bounds,
        (job) => aggregateColumns(job, copyColumns(job, query), bounds),
        filter?.count,
      );
    }
  }

  /** Bytes that are kept apart for large queries of the table that has a memory; after a while they are given back. */
  overflowBytesOf(memory: CubeMemory): number {
    return this.overflowMemory.bytesFor(memory);
  }

  /**
   * Mark the codes of a column that entries have which pass. Cost: as `aggregate` by the column, without its cells.
   * @throws OutOfTime, OutOfMemory
   */
  markCodes(query: EntryQuery, column: CodeColumn, bounds: JobBounds): CodeMarks {
    return this.work(query.segments, bounds, (job) => markCodes(job, query, column), query.filter?.count);
  }

  /**
   * Mark the entries of a selection. Cost: one pass over a code column per cut, a pass over a bitmap per operation.
   * @throws OutOfTime, OutOfMemory
   */
  selectRows(segments: readonly Segment[], selection: Selection, deadline = Infinity): RowBitmap {
    return this.work(segments, { deadline }, (job) => selectRows(job, selection));
  }

  /**
   * Exact statistics of a column over the entries of a bitmap; `null`: all.
   * @throws OutOfTime, OutOfMemory
   */
  statistics(
    segments: readonly Segment[],
    column: AmountValues,
    rows: RowBitmap | null,
    deadline = Infinity,
  ): NumberStatistics {
    return this.work(segments, { deadline }, (job) => columnStatistics(job, column, rows));
  }

  /** End the workers. Memories that are still held stay readable. */
  async close(): Promise<void> {
    this.overflowMemory.release();
    await this.pool.close();
  }

  /** Again on this thread alone where a worker was lost, in scratch that it cannot reach. */
  private work<T>(
    segments: readonly Segment[],
    bounds: JobBounds,
    run: (job: QueryJob) => T,
    selected = Infinity,
    maxGrowth = Infinity,
  ): T {
    const begun = performance.now();
    try {
      return run(this.start(segments, bounds, selected, maxGrowth));
    } catch (error) {
      if (!(error instanceof WorkerLost)) throw error;
      for (const { memory } of segments) memory.abandonScratch();
      return run(this.start(segments, bounds, selected, maxGrowth));
    } finally {
      this.onWork(performance.now() - begun);
    }
  }

  /** @param selected at most so many entries pass */
  private start(segments: readonly Segment[], bounds: JobBounds, selected: number, maxGrowth: number): QueryJob {
    const { deadline, visit = { blocks: 0, skipped: 0 } } = bounds;
    const entries = countRows(segments);
    const { pool, parallelEntries, zones } = this;
    const threads = Math.min(entries, selected) < parallelEntries ? 1 : this.threads;
    const isZoned = entries >= this.zonedEntries;
    return startJob({ pool, segments, deadline, threads, parallelEntries, zones, isZoned, visit }, maxGrowth);
  }
}
