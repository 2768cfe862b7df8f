import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { OverCapacity } from "../errors/errors.js";
import type { TableLoad, TableLoader } from "../ingest/table-loader.js";
import type { Kernel } from "../kernel/kernel.js";
import { NO_MEMORY, reviveFailure } from "./failure.js";
import { Gate } from "./gate.js";
import type { LoadNews, LoadOrder } from "./messages.js";
import { shareTable, takeTable } from "./share-table.js";
import { startLoadThread } from "./start-thread.js";

export interface LoaderOptions {
  /** Megabytes that a load may take of V8's heap, its tables and columns aside; `undefined`: as many as V8 thinks fit. */
  readonly heapMegabytes?: number | undefined;
  /** Loads that run at once; others wait. */
  readonly atOnce?: number;
  /** Most bytes of the cuboids that come with a table, as a share of its columns'; by default 0: there are none. */
  readonly cuboidShare?: number;
  /** Starts the thread. */
  readonly start?: typeof startLoadThread;
}

type TableNews = Extract<LoadNews, { readonly table: unknown }>;

/** How a thread ended. */
interface Ending {
  /** The last that it told; `null` when it was ended before. */
  readonly news: Exclude<LoadNews, { readonly progress: unknown }> | null;
  readonly fault: unknown;
  readonly code: number;
}

/**
 * Reads sources into tables in a thread for each load, so that this one goes on answering. The thread ends with the
 * load, and with it everything that it held but the table.
 */
export function loaderInThread(
  kernel: Kernel,
  { heapMegabytes, atOnce = 1, cuboidShare = 0, start = startLoadThread }: LoaderOptions = {},
): TableLoader {
  const gate = new Gate(atOnce);
  const run = (order: LoadOrder, load: TableLoad) => follow(start(order, heapMegabytes), load);
  return {
    async load(load) {
      // The thread is ended wherever it is; what it fetched is deleted here.
      const directory = join(load.download.directory, randomUUID());
      const order = makeOrder(kernel, { ...load, download: { ...load.download, directory } }, cuboidShare);
      try {
        const { table, report, content } = conclude(await gate.pass(load.signal, () => run(order, load)));
        const engine = takeTable(kernel, load.model, table);
        if (!load.signal?.aborted) return { engine, report, content };
        engine.dispose();
        throw load.signal.reason;
      } catch (error) {
        load.signal?.throwIfAborted();
        throw error;
      } finally {
        await rm(directory, { recursive: true, force: true });
      }
    },
  };
}

function makeOrder(kernel: Kernel, load: TableLoad, cuboidShare: number): LoadOrder {
  const { model, previous, sourceId, source, download, skipInvalid, known = null, onProgress } = load;
  return {
    module: kernel.module,
    document: JSON.stringify(model.document),
    layout: model.layout,
    previous: previous && shareTable(previous),
    sourceId,
    source,
    download,
    skipInvalid,
    known,
    cuboidShare,
    watched: onProgress !== undefined,
  };
}

/** Wait for the end of a thread: then it holds nothing any more. */
async function follow(thread: Worker, { onProgress, signal }: TableLoad): Promise<Ending> {
  const ending: { news: Ending["news"]; fault: unknown } = { news: null, fault: null };
  const end = (): void => void thread.terminate();
  signal?.addEventListener("abort", end);
  thread.on("message", (message: LoadNews) => {
    if ("progress" in message) {
      onProgress?.(message.progress);
      return;
    }
    ending.news = message;
    end();
  });
  thread.on("error", (error) => (ending.fault = error));
  const code = await new Promise<number>((resolve) => thread.on("exit", resolve));
  signal?.removeEventListener("abort", end);
  return { ...ending, code };
}

/** @throws what the load failed with */
function conclude({ news, fault, code }: Ending): TableNews {
  if ((fault as NodeJS.ErrnoException | null)?.code === "ERR_WORKER_OUT_OF_MEMORY") {
    throw new OverCapacity(NO_MEMORY, { cause: fault });
  }
  if (fault !== null) throw fault;
  if (news === null) throw new Error(`The thread of a load ended with ${code} and without a word`);
  if ("failure" in news) throw reviveFailure(news.failure);
  return news;
}
