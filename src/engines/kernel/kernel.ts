import { readAsset } from "../../core/assets/assets.js";
import { aggregateColumns } from "./aggregate.js";
import { makeCollector } from "./memory/collect-garbage.js";
import { countValues, type ValueCounts, type ValueQuery } from "./count-values.js";
import { addSquares, copyAmounts, findExtremes, findMedians, type GroupAmounts, listAmounts } from "./medians.js";
import type { AmountQuery, KnownGroups } from "./groups/known-groups.js";
import { compile } from "./memory/compile.js";
import { copyColumns } from "./plan/copy-columns.js";
import { columnStatistics } from "./column-statistics.js";
import { NeedsOverflow, OutOfTime } from "./memory/errors.js";
import { countRows, type QueryJob, startJob } from "./plan/query-job.js";
import { OverflowMemory } from "./memory/overflow-memory.js";
import { type CodeMarks, markCodes } from "./distinct-codes.js";
import type { CubeMemory, FillMemory, ScratchLane, SharedMemory } from "./memory/cube-memory.js";
import { type MemoryLimit, NO_LIMIT } from "./memory/memory-limit.js";
import { MemoryPool } from "./memory/memory-pool.js";
import type {
  AmountPairs,
  EntryQuery,
  GroupPage,
  GroupQuery,
  KernelBounds,
  NumberStatistics,
  Selection,
} from "./query/query.js";
import { groupFewRows } from "./group-few.js";
import { describeFewRows, selectFewRows } from "./select-few.js";
import { selectRows } from "./select-rows.js";
import type { CodeColumn, AmountValues, RowBitmap } from "./query/table.js";
import type { Segment } from "./memory/segment.js";
import { WorkerLost, WorkerPool } from "./workers/worker-pool.js";
import { whenIdle } from "./memory/when-idle.js";
import { ZoneMaps } from "./plan/zone-maps.js";

/** Maximum size of a table segment: leaves scratch memory for queries in the 4 GiB of one WebAssembly memory. */
export const MAX_TABLE_BYTES = 2.5 * 2 ** 30;

/** Default scratch memory per query in bytes: enough for the cells of a million groups. */
const DEFAULT_GROWTH = 2 ** 26;

export interface KernelOptions {
  /** Number of computing threads, including this one; 1: no workers. */
  readonly threads?: number;
  /** The compiled module of another thread's kernel. */
  readonly module?: WebAssembly.Module;
  /** Compile each function when it is first called: for commands that end soon, and call few. */
  readonly compilesLate?: boolean;
  /** Use the build with bounds checks and assertions. Slow; for tests. */
  readonly checked?: boolean;
  /** Bytes of released memories that are held for the next tables. */
  readonly spareBytes?: number;
  /**
   * Free released memories only when this thread is idle, unless 64 MB of them wait: their garbage collection blocks the
   * thread for a time that grows with its heap.
   */
  readonly collectsWhenIdle?: boolean;
  /** Minimum number of entries for the use of workers: below it, waking a worker costs more than it saves. */
  readonly parallelEntries?: number;
  /** Minimum number of entries for the use of zone maps. */
  readonly zonedEntries?: number;
  /** Maximum number of entries that are selected, grouped and described without WebAssembly. */
  readonly fewEntries?: number;
  /** Limit of the process's memory, which queries must not exceed; by default there is none. */
  readonly memory?: MemoryLimit;
  /** Maximum scratch in bytes for which a query may grow a table's memory; larger queries use overflow memory. */
  readonly maxGrowth?: number;
  /** Milliseconds without progress after which a query gives its workers up and continues without them. */
  readonly patience?: number;
  /** The part of each table's scratch memory that this kernel uses, if kernels of several threads share tables. */
  readonly lane?: ScratchLane | undefined;
  /** Called after each call with its computing time in milliseconds. */
  readonly onWork?: (milliseconds: number) => void;
  /** Called for every lost worker; queries continue with the others. */
  readonly onWorkerLost?: (error: Error) => void;
}

/** Options of the kernel itself. */
type KernelSettings = Required<
  Pick<
    KernelOptions,
    | "parallelEntries"
    | "zonedEntries"
    | "fewEntries"
    | "onWork"
    | "spareBytes"
    | "memory"
    | "collectsWhenIdle"
    | "maxGrowth"
  >
> &
  Pick<KernelOptions, "lane">;

const DEFAULTS: KernelSettings = {
  spareBytes: 2 ** 28,
  parallelEntries: 100_000,
  zonedEntries: 2 ** 16,
  fewEntries: 2 ** 10,
  memory: NO_LIMIT,
  collectsWhenIdle: false,
  onWork: () => {},
  maxGrowth: DEFAULT_GROWTH,
};

type JobBounds = Pick<KernelBounds, "deadline" | "visit">;

function compileKernel({ checked = false, compilesLate = false }: KernelOptions): WebAssembly.Module {
  const bytes = readAsset(checked ? "dist/engines/kernel/kernel.checked.wasm" : "dist/engines/kernel/kernel.wasm");
  return compilesLate ? new WebAssembly.Module(bytes) : compile(bytes);
}

/**
 * Computes over tables: grouping, selection and statistics, on this thread and its workers. Calls are synchronous, one
 * at a time, and this thread takes part in the work. Close the kernel, or its workers live as long as the process.
 */
export class Kernel {
  /** Collect this thread's garbage at once; until then large unused arrays stay resident. */
  readonly collect = makeCollector();
  /** Zone maps of the columns that queries have cut. */
  readonly zones = new ZoneMaps();
  /** Its threads beside this one. */
  readonly workers: WorkerPool;
  /** The compiled module, for kernels of other threads. */
  readonly module: WebAssembly.Module;
  /** Limit of the process's memory. */
  readonly memoryLimit: MemoryLimit;
  readonly #settings: KernelSettings;
  readonly #store: MemoryPool;
  readonly #later: (act: () => void) => void;
  #isCollectingLater = false;
  readonly #overflowMemory: OverflowMemory;

  private constructor(module: WebAssembly.Module, pool: WorkerPool, settings: KernelSettings) {
    const { spareBytes, memory, collectsWhenIdle, lane } = settings;
    const collect = (memories: readonly number[]): void => {
      this.workers.forget(memories);
      this.collect();
    };
    this.module = module;
    this.memoryLimit = memory;
    this.workers = pool;
    this.#settings = settings;
    this.#later = collectsWhenIdle ? whenIdle : setImmediate;
    this.#store = new MemoryPool(module, spareBytes, collect, memory, this.#later, lane);
    this.#overflowMemory = new OverflowMemory(() => this.#store.newOverflow(), this.#later);
  }

  /** Start a kernel and its workers. */
  static start(options: KernelOptions = {}): Kernel {
    const { threads = 1, patience = 10_000, onWorkerLost = () => {} } = options;
    const { module = compileKernel(options) } = options;
    const pool = new WorkerPool(module, { workers: threads - 1, patience, onLost: onWorkerLost });
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    return new Kernel(module, pool, { ...DEFAULTS, ...Object.fromEntries(given) });
  }

  /** Number of threads available now: workers take some milliseconds to start, and lost ones do not count. */
  get threads(): number {
    return 1 + this.workers.ready;
  }

  /**
   * Collect this thread's garbage at a quiet time, after a large query: V8 does not look for garbage while nothing is
   * allocated.
   */
  collectLater(): void {
    if (this.#isCollectingLater) return;
    this.#isCollectingLater = true;
    this.#later(() => {
      this.#isCollectingLater = false;
      this.collect();
    });
  }

  /**
   * Create a memory for a table segment. It has one holder, the caller, who must release it.
   * @param tableBytes sum of all allocations, each rounded up to a multiple of 64; at most `MAX_TABLE_BYTES`
   * @throws OutOfMemory above `MAX_TABLE_BYTES`
   */
  newMemory(tableBytes: number): CubeMemory {
    return this.#store.newMemory(tableBytes, MAX_TABLE_BYTES);
  }

  /**
   * Create a memory for a table segment that is written once, before the kernel computes there: a small one takes no more
   * than its bytes. Otherwise as `newMemory`.
   * @throws OutOfMemory above `MAX_TABLE_BYTES`
   */
  newTableMemory(tableBytes: number): CubeMemory {
    return this.#store.newTableMemory(tableBytes, MAX_TABLE_BYTES);
  }

  /**
   * Take over a table segment's memory from another thread's kernel. The other thread must not use it any more.
   * @param tableBytes bytes of its `contents`
   * @param fill fills a plain memory when it is first read; absent: it is filled
   * @throws OutOfMemory if the memory is smaller
   */
  adoptMemory(memory: SharedMemory, tableBytes: number, fill?: FillMemory): CubeMemory {
    return this.#store.adopt(memory, tableBytes, fill);
  }

  /**
   * Sum measures and count entries per group, and return one page of the sorted groups.
   * @throws TooManyGroups, OutOfTime, OutOfMemory, OverMemoryLimit
   */
  aggregate(query: GroupQuery, bounds: KernelBounds): GroupPage {
    const { segments, filter } = query;
    const { visit = { blocks: 0, skipped: 0 } } = bounds;
    const { blocks, skipped } = visit;
    const few = this.#fewIn(segments);
    if (few && few.rows > 0) {
      if (performance.now() > bounds.deadline) throw new OutOfTime();
      visit.blocks++;
      return groupFewRows(few, query, bounds.maxGroups);
    }
    try {
      return this.#work(
        segments,
        bounds,
        (job) => aggregateColumns(job, query, bounds),
        filter?.count,
        this.#settings.maxGrowth,
      );
    } catch (error) {
      if (!(error instanceof NeedsOverflow)) throw error;
      // The failed attempt's blocks are not reported.
      visit.blocks = blocks;
      visit.skipped = skipped;
      const elsewhere = this.#overflowMemory.open(segments);
      return this.#work(
        elsewhere,
        bounds,
        (job) => aggregateColumns(job, copyColumns(job, query), bounds),
        filter?.count,
      );
    }
  }

  /** Return the bytes of overflow memory now held for the table to which a memory belongs. */
  overflowBytesOf(memory: CubeMemory): number {
    return this.#overflowMemory.bytesFor(memory);
  }

  /**
   * Mark the codes that occur in a column among the selected entries. Cost: like `aggregate` by that column, without
   * its cells.
   * @throws OutOfTime, OutOfMemory
   */
  markCodes(query: EntryQuery, column: CodeColumn, bounds: JobBounds): CodeMarks {
    return this.#work(query.segments, bounds, (job) => markCodes(job, query, column), query.filter?.count);
  }

  /**
   * Return the entries of a selection as a bitmap. Cost: one pass over a column per cut, and over a bitmap per operation.
   * @throws OutOfTime, OutOfMemory
   */
  selectRows(segments: readonly Segment[], selection: Selection, deadline = Infinity): RowBitmap {
    const few = this.#fewIn(segments);
    if (few) return selectFewRows(few, selection);
    return this.#work(segments, { deadline }, (job) => selectRows(job, selection));
  }

  /**
   * Compute exact statistics of a column over the entries of a bitmap; `null`: all entries.
   * @throws OutOfTime, OutOfMemory
   */
  statistics(
    segments: readonly Segment[],
    column: AmountValues,
    rows: RowBitmap | null,
    deadline = Infinity,
  ): NumberStatistics {
    const few = this.#fewIn(segments);
    if (few) return describeFewRows(few, column, rows);
    return this.#work(segments, { deadline }, (job) => columnStatistics(job, column, rows));
  }

  /** Return the only segment of a small table; `null` for another table. */
  #fewIn(segments: readonly Segment[]): Segment | null {
    const [only] = segments;
    if (segments.length !== 1 || only!.rows > this.#settings.fewEntries) return null;
    if (only!.memory.released) throw new Error("A memory was released before its query");
    return only!;
  }

  /**
   * Find the smallest and the largest amount of each group of entries.
   * @throws OutOfTime, OutOfMemory, OverMemoryLimit
   */
  extremes(query: AmountQuery, groups: KnownGroups, bounds: JobBounds): AmountPairs {
    return this.#describe(query, groups, bounds, findExtremes);
  }

  /**
   * Add up the squares of the amounts of each group of entries.
   * @throws OutOfTime, OutOfMemory, OverMemoryLimit
   */
  squares(query: AmountQuery, groups: KnownGroups, bounds: JobBounds): readonly bigint[] {
    return this.#describe(query, groups, bounds, addSquares);
  }

  /**
   * Find the two middle amounts of each group of entries, at least one, and of all entries.
   * @throws OutOfTime, OutOfMemory, OverMemoryLimit
   */
  medians(query: AmountQuery, groups: KnownGroups, bounds: JobBounds): AmountPairs {
    return this.#describe(query, groups, bounds, findMedians);
  }

  /**
   * List the amounts of each group of entries, at least one.
   * @throws OutOfTime, OutOfMemory, OverMemoryLimit
   */
  listAmounts(query: AmountQuery, groups: KnownGroups, bounds: JobBounds): GroupAmounts {
    return this.#describe(query, groups, bounds, listAmounts);
  }

  /**
   * Count the different values of each group of entries, and of all; `null` if there are too many pairs of both.
   * @throws OutOfTime, OutOfMemory, OverMemoryLimit
   */
  countValues(query: ValueQuery, groups: KnownGroups, bounds: JobBounds): ValueCounts | null {
    const { segments, filter } = query;
    try {
      return this.#work(
        segments,
        bounds,
        (job) => countValues(job, query, groups),
        filter?.count,
        this.#settings.maxGrowth,
      );
    } catch (error) {
      if (error instanceof NeedsOverflow) return null;
      throw error;
    }
  }

  #describe<T>(
    query: AmountQuery,
    groups: KnownGroups,
    bounds: JobBounds,
    run: (job: QueryJob, query: AmountQuery, groups: KnownGroups) => T,
  ): T {
    const { segments, filter } = query;
    try {
      return this.#work(segments, bounds, (job) => run(job, query, groups), filter?.count, this.#settings.maxGrowth);
    } catch (error) {
      if (!(error instanceof NeedsOverflow)) throw error;
      const elsewhere = this.#overflowMemory.open(segments);
      return this.#work(elsewhere, bounds, (job) => run(job, copyAmounts(job, query), groups), filter?.count);
    }
  }

  /** Stop the workers. Memories that are still held stay readable. */
  async close(): Promise<void> {
    this.#overflowMemory.release();
    await this.workers.close();
  }

  /** Run a job; if a worker is lost, run it again on this thread, in scratch memory out of the worker's reach. */
  #work<T>(
    segments: readonly Segment[],
    bounds: JobBounds,
    run: (job: QueryJob) => T,
    selected = Infinity,
    maxGrowth = Infinity,
  ): T {
    const begun = performance.now();
    try {
      return run(this.#start(segments, bounds, selected, maxGrowth));
    } catch (error) {
      if (!(error instanceof WorkerLost) || segments.some(({ memory }) => !memory.canAbandonScratch)) throw error;
      for (const { memory } of segments) memory.abandonScratch();
      return run(this.#start(segments, bounds, selected, maxGrowth));
    } finally {
      this.#settings.onWork(performance.now() - begun);
    }
  }

  /** @param selected upper bound of the number of passing entries */
  #start(segments: readonly Segment[], bounds: JobBounds, selected: number, maxGrowth: number): QueryJob {
    const { deadline, visit = { blocks: 0, skipped: 0 } } = bounds;
    const entries = countRows(segments);
    const { parallelEntries, zonedEntries } = this.#settings;
    const threads = Math.min(entries, selected) < parallelEntries ? 1 : this.threads;
    const isZoned = entries >= zonedEntries;
    const [pool, zones] = [this.workers, this.zones];
    return startJob({ pool, segments, deadline, threads, parallelEntries, zones, isZoned, visit }, maxGrowth);
  }
}
