import type { Worker } from "node:worker_threads";
import { OverCapacity } from "../errors/errors.js";
import type { Progress } from "../ingest/progress.js";
import type { OverMemoryLimit } from "../kernel/memory/errors.js";
import { type MemoryLimit, NO_LIMIT, requireMemory } from "../kernel/memory/memory-limit.js";
import { describeLimit, NO_MEMORY, reviveFailure } from "./thread-failure.js";
import { Semaphore } from "../admission/semaphore.js";
import { MemoryWatch } from "./memory-watch.js";
import type { News, Order, Outcome } from "./messages.js";
import { startLoadThread } from "./start-thread.js";

export interface ThreadOptions {
  /** Megabytes that a thread may take of V8's heap, tables and columns aside; `undefined`: as many as V8 thinks fit. */
  readonly heapMegabytes?: number | undefined;
  /** Threads that run at once; others wait. */
  readonly atOnce?: number;
  /** What the process may take; by default as much as there is. */
  readonly memory?: MemoryLimit;
  /** Starts one. */
  readonly start?: typeof startLoadThread;
}

export interface Watching {
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Aborting ends the thread wherever it is. */
  readonly signal?: AbortSignal | undefined;
  /** Of memory that it will take at least; by default 0. */
  readonly bytes?: number;
}

/** Does what is ordered, each order in a thread of its own, which ends with it and with all that it held. */
export interface Threads {
  /** @throws what the order failed with, OverCapacity when there was not enough memory; the signal's reason */
  carryOut(order: Order, watching: Watching): Promise<Outcome>;

  /** @throws OverCapacity when so many bytes may not be taken */
  checkMemory(bytes: number): void;
}

export function createThreads(options: ThreadOptions = {}): Threads {
  const { heapMegabytes, atOnce = 1, memory = NO_LIMIT, start = startLoadThread } = options;
  const gate = new Semaphore(atOnce);
  const watch = new MemoryWatch(memory);
  const run = (order: Order, watching: Watching): Promise<Ending> => {
    checkMemory(memory, watching.bytes ?? 0);
    return follow(start(order, heapMegabytes), watching, watch);
  };
  return {
    checkMemory: (bytes) => checkMemory(memory, bytes),
    async carryOut(order, watching) {
      const { signal } = watching;
      try {
        return conclude(await gate.pass(signal, async () => run(order, watching)));
      } catch (error) {
        signal?.throwIfAborted();
        throw error;
      }
    },
  };
}

function checkMemory(memory: MemoryLimit, bytes: number): void {
  try {
    requireMemory(memory, bytes);
  } catch (error) {
    throw describeLimit(error as OverMemoryLimit);
  }
}

/** How a thread ended. */
interface Ending {
  /** The last that it told; `null` when it was ended before. */
  readonly news: Exclude<News, { readonly progress: unknown }> | null;
  readonly error: unknown;
  readonly code: number;
}

/** Wait for the end of a thread: then it holds nothing any more. */
async function follow(thread: Worker, { onProgress, signal }: Watching, watch: MemoryWatch): Promise<Ending> {
  const ending: { news: Ending["news"]; error: unknown } = { news: null, error: null };
  const end = (): void => void thread.terminate();
  signal?.addEventListener("abort", end);
  const unwatch = watch.add((error) => {
    // What is made already would only be made again.
    if (ending.news) return;
    ending.error = describeLimit(error);
    end();
  });
  thread.on("message", (message: News) => {
    if ("progress" in message) {
      onProgress?.(message.progress);
      return;
    }
    ending.news = message;
    end();
  });
  thread.on("error", (error) => (ending.error = error));
  const code = await new Promise<number>((resolve) => thread.on("exit", resolve));
  unwatch();
  signal?.removeEventListener("abort", end);
  return { ...ending, code };
}

/** @throws what the order failed with */
function conclude({ news, error, code }: Ending): Outcome {
  if ((error as NodeJS.ErrnoException | null)?.code === "ERR_WORKER_OUT_OF_MEMORY") {
    throw new OverCapacity(NO_MEMORY, { cause: error });
  }
  if (error !== null) throw error;
  if (news === null) throw new Error(`A thread ended with ${code} and without a word`);
  if ("failure" in news) throw reviveFailure(news.failure);
  return news;
}
