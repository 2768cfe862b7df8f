import { clickHouseFormat } from "../../engines/clickhouse/format.js";
import { connectCluster } from "../../engines/clickhouse/client/connect-cluster.js";
import type { ClusterSettings } from "../../engines/clickhouse/client/settings.js";
import { columnarFormat } from "../../engines/columnar/format.js";
import type { TableFormat } from "../../core/engine/storage.js";
import { ExecutorPool, type ExecutorPoolOptions, OWN_LANE } from "../../process/executors/executor-pool.js";
import type { TableLoader } from "../../sources/ingest/table-loader.js";
import { loaderInThread } from "../../process/jobs/load-in-thread.js";
import { loaderIntoCluster } from "../../process/jobs/load-into-cluster.js";
import { memberParserInThread } from "../../process/jobs/parse-members-in-thread.js";
import { rollupThreads } from "../../process/jobs/rollups/rollup-thread.js";
import { createThreads, type Threads } from "../../process/jobs/threads.js";
import { Kernel } from "../../engines/kernel/kernel.js";
import { ClusterTables } from "./cluster-tables.js";
import type { WorkplaceOptions } from "./opened.js";
import { ForeignStore } from "../../core/errors/errors.js";
import { tableOfHeader } from "../../engines/clickhouse/table/version-header.js";

/** An engine with what works for it. */
export interface OpenedEngine {
  readonly format: TableFormat;
  readonly loader: TableLoader;
  /** Create threads that make bodies. */
  createExecutors(options: Omit<ExecutorPoolOptions, "module">): ExecutorPool;
  /** Called once the datasets are open. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Open the engine in this process's memory. */
export function openInMemory(options: WorkplaceOptions, threads: Threads): OpenedEngine {
  // Tables are built in other threads, so spare memory would not be reused in this one.
  const own = options.delegates ? { threads: 1, lane: OWN_LANE } : {};
  const kernel = Kernel.start({ spareBytes: 0, collectsWhenIdle: true, ...options, ...own });
  const { rollupShare: share = 0, onError = () => {} } = options;
  const background = rollupThreads(kernel, { share, onError, memory: options.memory });
  return {
    format: refuseOtherEngine(columnarFormat(kernel, undefined, undefined, background), false),
    loader: loaderInThread(kernel, { ...options, background }, threads),
    createExecutors: (settings) => new ExecutorPool({ ...settings, module: kernel.module }),
    start: async () => {},
    async close() {
      await background.close();
      await kernel.close();
    },
  };
}

/** Open the engine of a cluster. @throws UnusableCluster, EngineUnreachable */
export async function openCluster(
  settings: ClusterSettings,
  directory: string,
  options: WorkplaceOptions,
  threads: Threads,
): Promise<OpenedEngine> {
  const { onError = () => {}, onClusterQuery, rollupBytes = 0 } = options;
  const cluster = await connectCluster(settings);
  if (onClusterQuery) cluster.watchQueries(onClusterQuery);
  const tables = new ClusterTables(cluster, directory, onError);
  cluster.watchHealth(() => tables.completeReplicas());
  // A version that is opened does not wait for loads.
  const parseMembers = memberParserInThread(createThreads(options));
  const format = clickHouseFormat(cluster, { noteOpen: tables.noteOpen, rollupBytes, parseMembers });
  /** Threads that make bodies start with it, whichever engine there is. */
  let kernel: Kernel | null = null;
  return {
    format: refuseOtherEngine(format, true),
    loader: loaderIntoCluster(cluster, tables, threads, rollupBytes),
    createExecutors(executing) {
      const { module } = (kernel ??= Kernel.start({ threads: 1, spareBytes: 0 }));
      return new ExecutorPool({ ...executing, module, threads: 1, cluster: cluster.readingSettings, onClusterQuery });
    },
    start: async () => {
      await tables.dropUnused();
      await tables.completeReplicas();
    },
    close: async () => {
      await tables.dropUnused();
      await kernel?.close();
      cluster.close();
    },
  };
}

/** Let a format open only what its engine wrote. @throws ForeignStore, with the way to open it */
function refuseOtherEngine<Format extends TableFormat>(format: Format, isCluster: boolean): Format {
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
