import { WORTH_CLUSTERING } from "../columnar/clustering/choose-keys.js";
import type { Background } from "../columnar/rollups/builder.js";
import type { Engine } from "../engine/engine.js";
import type { TableLoad, TableLoader } from "../ingest/table-loader.js";
import type { Kernel } from "../kernel/kernel.js";
import type { LoadJob, TableOutcome } from "./messages.js";
import { shareTable, takeTable } from "../columnar/share-table.js";
import { withOwnDirectory } from "./own-directory.js";
import { createThreads, type ThreadOptions, type Threads } from "./threads.js";

export interface LoaderOptions extends ThreadOptions {
  /** Builds rollups of the table once it is published. */
  readonly background?: Background;
  /** Number of entries from which a load sorts the table by its clustering key. */
  readonly clusterEntries?: number;
}

/**
 * Create a loader that runs each load in its own thread, so that this thread can go on answering requests. The thread
 * ends with the load; of its memory only the table remains.
 * @param threads may be shared with other work
 */
export function loaderInThread(
  kernel: Kernel,
  { clusterEntries = WORTH_CLUSTERING.rows, background, ...options }: LoaderOptions = {},
  threads: Threads = createThreads(options),
): TableLoader {
  const bytesFor = (previous: Engine | null): number => previous?.numBytes ?? 0;
  return {
    checkMemory: (previous) => threads.checkMemory(bytesFor(previous)),
    load: (load) =>
      withOwnDirectory(load.download.directory, async (directory) => {
        const order = makeOrder(kernel, { ...load, download: { ...load.download, directory } }, { clusterEntries });
        const { table, report, content } = (await threads.runOrder(order, {
          ...load,
          // The next version is built while the previous one is still in memory, and is seldom smaller.
          bytes: bytesFor(load.previous),
        })) as TableOutcome;
        const engine = takeTable(kernel, load.model, table, { background });
        if (!load.signal?.aborted) return { engine, report, content };
        engine.dispose();
        throw load.signal.reason;
      }),
  };
}

function makeOrder(kernel: Kernel, load: TableLoad, layout: Pick<LoadJob, "clusterEntries">): LoadJob {
  const {
    model,
    previous,
    sourceId,
    source,
    download,
    skipInvalid,
    unique = false,
    known = null,
    onProgress,
    copyTo,
  } = load;
  return {
    kind: "load",
    module: kernel.module,
    document: JSON.stringify(model.document),
    layout: model.layout,
    previous: previous && shareTable(previous),
    sourceId,
    source,
    download,
    skipInvalid,
    unique,
    known,
    copyTo,
    ...layout,
    watched: onProgress !== undefined,
  };
}
