import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { WORTH_CLUSTERING } from "../columnar/clustering/choose-keys.js";
import type { Background } from "../columnar/rollups/builder.js";
import type { Engine } from "../engine/engine.js";
import type { TableLoad, TableLoader } from "../ingest/table-loader.js";
import type { Kernel } from "../kernel/kernel.js";
import type { LoadOrder, TableOutcome } from "./messages.js";
import { shareTable, takeTable } from "./share-table.js";
import { createThreads, type ThreadOptions, type Threads } from "./threads.js";

export interface LoaderOptions extends ThreadOptions {
  /** Most bytes of the cuboids that come with a table, as a share of its columns'; by default 0: there are none. */
  readonly rollupShare?: number;
  /** Makes further cuboids of the table, later. */
  readonly background?: Background;
  /** Tables of so many entries have those that are alike beside each other. */
  readonly clusterEntries?: number;
}

/**
 * Reads sources into tables in a thread for each load, so that this one goes on answering. The thread ends with the
 * load, and with it everything that it held but the table.
 * @param threads shared with others that do their work so
 */
export function loaderInThread(
  kernel: Kernel,
  { rollupShare = 0, clusterEntries = WORTH_CLUSTERING.rows, background, ...options }: LoaderOptions = {},
  threads: Threads = createThreads(options),
): TableLoader {
  const bytesFor = (previous: Engine | null): number => previous?.numBytes ?? 0;
  return {
    checkMemory: (previous) => threads.checkMemory(bytesFor(previous)),
    async load(load) {
      // The thread is ended wherever it is; what it fetched is deleted here.
      const directory = join(load.download.directory, randomUUID());
      const order = makeOrder(
        kernel,
        { ...load, download: { ...load.download, directory } },
        { rollupShare, clusterEntries },
      );
      try {
        const { table, report, content } = (await threads.carryOut(order, {
          ...load,
          // The next version is made beside the one before, and seldom smaller.
          bytes: bytesFor(load.previous),
        })) as TableOutcome;
        const engine = takeTable(kernel, load.model, table, background);
        if (!load.signal?.aborted) return { engine, report, content };
        engine.dispose();
        throw load.signal.reason;
      } finally {
        await rm(directory, { recursive: true, force: true });
      }
    },
  };
}

function makeOrder(
  kernel: Kernel,
  load: TableLoad,
  layout: Pick<LoadOrder, "rollupShare" | "clusterEntries">,
): LoadOrder {
  const { model, previous, hints = [], sourceId, source, download, skipInvalid, known = null, onProgress } = load;
  return {
    kind: "load",
    module: kernel.module,
    document: JSON.stringify(model.document),
    layout: model.layout,
    previous: previous && shareTable(previous),
    hints,
    sourceId,
    source,
    download,
    skipInvalid,
    known,
    ...layout,
    watched: onProgress !== undefined,
  };
}
