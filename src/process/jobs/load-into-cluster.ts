import { carryVersion, openCarried } from "../../engines/clickhouse/carry-version.js";
import type { Cluster } from "../../engines/clickhouse/client/cluster.js";
import { clickHouseFormat, newTableName, type TableOwner } from "../../engines/clickhouse/format.js";
import type { TableLoader } from "../../sources/ingest/table-loader.js";
import { describeLoadJob } from "./describe-load.js";
import type { TableOutcome } from "./messages.js";
import { withOwnDirectory } from "./own-directory.js";
import type { Threads } from "./threads.js";

/** Keeper of the list of tables that loads write into a cluster. */
export interface LoadedTables extends Pick<TableOwner, "noteOpen"> {
  /** Note that a load is about to write tables. */
  begin(table: string): Promise<void>;
  /** Note that a load has ended. What it wrote is dropped, unless the version is open. */
  end(table: string): Promise<void>;
}

/**
 * Create a loader that reads each source in a thread, which writes the rows into the cluster. A load that fails, or
 * whose thread is ended, leaves no tables behind.
 * @param rollupBytes maximum bytes of each version's sums that are kept here
 */
export function loaderIntoCluster(
  cluster: Cluster,
  tables: LoadedTables,
  threads: Threads,
  rollupBytes = 0,
): TableLoader {
  return {
    checkMemory: () => threads.checkMemory(0),
    load: (load) =>
      withOwnDirectory(load.download.directory, async (directory) => {
        const { model, previous, signal } = load;
        const table = newTableName();
        const format = clickHouseFormat(cluster, { nameTable: () => table, noteOpen: tables.noteOpen, rollupBytes });
        await tables.begin(table);
        try {
          const job = describeLoadJob(load, directory, {
            engine: "clickhouse",
            settings: cluster.settings,
            table,
            previous: previous && carryVersion(model, previous),
          });
          const { version, report, content } = (await threads.runOrder(job, load)) as TableOutcome<"clickhouse">;
          signal?.throwIfAborted();
          return { engine: openCarried(format, model, version), report, content };
        } finally {
          await tables.end(table);
        }
      }),
  };
}
