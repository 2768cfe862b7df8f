import { connectCluster } from "../../engines/clickhouse/client/connect-cluster.js";
import type { ClusterSettings } from "../../engines/clickhouse/client/settings.js";
import { clickHouseFormat } from "../../engines/clickhouse/format.js";
import { Kernel } from "../../engines/kernel/kernel.js";
import { ExecutorPool } from "../../process/executors/executor-pool.js";
import { loaderIntoCluster } from "../../process/jobs/load-into-cluster.js";
import { memberParserInThread } from "../../process/jobs/parse-members-in-thread.js";
import { createThreads, type Threads } from "../../process/jobs/threads.js";
import { ClusterTables } from "./cluster-tables.js";
import { type OpenedEngine, refuseOtherEngine } from "./open-engine.js";
import type { WorkplaceOptions } from "./opened.js";

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
    async createExecutors(executing) {
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
