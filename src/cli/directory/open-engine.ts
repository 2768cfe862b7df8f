import { columnarFormat } from "../../engines/columnar/format.js";
import type { TableFormat } from "../../core/engine/storage.js";
import type { ExecutorPool, ExecutorPoolOptions } from "../../process/executors/executor-pool.js";
import { OWN_LANE } from "../../process/executors/own-lane.js";
import type { TableLoader } from "../../sources/ingest/table-loader.js";
import { loaderInThread } from "../../process/jobs/load-in-thread.js";
import { rollupThreads } from "../../process/jobs/rollups/rollup-thread.js";
import type { Threads } from "../../process/jobs/threads.js";
import { Kernel } from "../../engines/kernel/kernel.js";
import type { WorkplaceOptions } from "./opened.js";
import { ForeignStore } from "../../core/errors/errors.js";
import { tableOfHeader } from "../../engines/clickhouse/table/version-header.js";

/** An engine with what works for it. */
export interface OpenedEngine {
  readonly format: TableFormat;
  readonly loader: TableLoader;
  /** Create threads that make bodies. */
  createExecutors(options: Omit<ExecutorPoolOptions, "module">): Promise<ExecutorPool>;
  /** Called once the datasets are open. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Open the engine in this process's memory. */
export function openInMemory(options: WorkplaceOptions, threads: Threads): OpenedEngine {
  // Tables are built in other threads, so spare memory would not be reused in this one.
  const own = options.delegates ? { threads: 1, lane: OWN_LANE } : { compilesLate: true };
  const kernel = Kernel.start({ spareBytes: 0, collectsWhenIdle: true, ...options, ...own });
  const { rollupShare: share = 0, onError = () => {} } = options;
  const background = rollupThreads(kernel, { share, onError, memory: options.memory });
  return {
    format: refuseOtherEngine(columnarFormat(kernel, undefined, undefined, background), false),
    loader: loaderInThread(kernel, { ...options, background }, threads),
    async createExecutors(settings) {
      // Commands have none, and to find its modules takes a moment.
      const { ExecutorPool: Pool } = await import("../../process/executors/executor-pool.js");
      return new Pool({ ...settings, module: kernel.module });
    },
    start: async () => {},
    async close() {
      await background.close();
      await kernel.close();
    },
  };
}

/** Let a format open only what its engine wrote. @throws ForeignStore, with the way to open it */
export function refuseOtherEngine<Format extends TableFormat>(format: Format, isCluster: boolean): Format {
  return {
    ...format,
    open(...[model, header, lengths]: Parameters<TableFormat["open"]>) {
      if ((tableOfHeader(header) !== null) === isCluster) return format.open(model, header, lengths);
      throw new ForeignStore(
        isCluster
          ? "This data directory has datasets in memory; start without --engine clickhouse, or name another --data"
          : "This data directory has datasets in a ClickHouse cluster; start with --engine clickhouse and its --clickhouse-url",
      );
    },
  };
}
