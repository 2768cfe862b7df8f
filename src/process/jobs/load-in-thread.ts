import { WORTH_CLUSTERING } from "../../engines/columnar/clustering/choose-keys.js";
import type { Background } from "../../engines/columnar/rollups/builder.js";
import type { Engine } from "../../core/engine/engine.js";
import type { TableLoader } from "../../sources/ingest/table-loader.js";
import type { Kernel } from "../../engines/kernel/kernel.js";
import { describeLoadJob } from "./describe-load.js";
import type { TableOutcome } from "./messages.js";
import { shareTable, takeTable } from "../../engines/columnar/share-table.js";
import { withOwnDirectory } from "./own-directory.js";
import { WORTH_A_THREAD } from "./second-thread/start-second-thread.js";
import { createThreads, type ThreadOptions, type Threads } from "./threads.js";

export interface LoaderOptions extends ThreadOptions {
  /** Builds rollups of the table once it is published. */
  readonly background?: Background;
  /** Number of entries from which a load sorts the table by its clustering key. */
  readonly clusterEntries?: number;
  /** Number of rows from which a load has a second thread. */
  readonly secondThreadRows?: number;
}

/**
 * Create a loader that runs each load in its own thread, so that this thread can go on answering requests. The thread
 * ends with the load; of its memory only the table remains.
 * @param threads may be shared with other work
 */
export function loaderInThread(
  kernel: Kernel,
  options: LoaderOptions = {},
  threads: Threads = createThreads(options),
): TableLoader {
  const { clusterEntries = WORTH_CLUSTERING.rows, secondThreadRows = WORTH_A_THREAD, background } = options;
  const bytesFor = (previous: Engine | null): number => previous?.numBytes ?? 0;
  return {
    checkMemory: (previous) => threads.checkMemory(bytesFor(previous)),
    load: (load) =>
      withOwnDirectory(load.download.directory, async (directory) => {
        const job = describeLoadJob(load, directory, {
          engine: "memory",
          module: kernel.module,
          previous: load.previous && shareTable(load.previous),
          clusterEntries,
          secondThreadRows,
        });
        const { version, report, content } = (await threads.runOrder(job, {
          ...load,
          // The next version is built while the previous one is still in memory, and is seldom smaller.
          bytes: bytesFor(load.previous),
        })) as TableOutcome<"memory">;
        const engine = takeTable(kernel, load.model, version, { background });
        if (!load.signal?.aborted) return { engine, report, content };
        engine.dispose();
        throw load.signal.reason;
      }),
  };
}
