import type { Worker } from "node:worker_threads";
import { OverCapacity } from "../errors/errors.js";
import type { Progress } from "../ingest/progress.js";
import { NO_MEMORY, reviveFailure } from "./failure.js";
import { Gate } from "./gate.js";
import type { News, Order, Outcome } from "./messages.js";
import { startLoadThread } from "./start-thread.js";

export interface ThreadOptions {
  /** Megabytes that a thread may take of V8's heap, tables and columns aside; `undefined`: as many as V8 thinks fit. */
  readonly heapMegabytes?: number | undefined;
  /** Threads that run at once; others wait. */
  readonly atOnce?: number;
  /** Starts one. */
  readonly start?: typeof startLoadThread;
}

export interface Watching {
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Aborting ends the thread wherever it is. */
  readonly signal?: AbortSignal | undefined;
}

/** Does what is ordered, each order in a thread of its own, which ends with it and with all that it held. */
export interface Threads {
  /** @throws what the order failed with, OverCapacity when there was not enough memory; the signal's reason */
  carryOut(order: Order, watching: Watching): Promise<Outcome>;
}

export function createThreads({ heapMegabytes, atOnce = 1, start = startLoadThread }: ThreadOptions = {}): Threads {
  const gate = new Gate(atOnce);
  return {
    async carryOut(order, watching) {
      const { signal } = watching;
      try {
        return conclude(await gate.pass(signal, () => follow(start(order, heapMegabytes), watching)));
      } catch (error) {
        signal?.throwIfAborted();
        throw error;
      }
    },
  };
}

/** How a thread ended. */
interface Ending {
  /** The last that it told; `null` when it was ended before. */
  readonly news: Exclude<News, { readonly progress: unknown }> | null;
  readonly fault: unknown;
  readonly code: number;
}

/** Wait for the end of a thread: then it holds nothing any more. */
async function follow(thread: Worker, { onProgress, signal }: Watching): Promise<Ending> {
  const ending: { news: Ending["news"]; fault: unknown } = { news: null, fault: null };
  const end = (): void => void thread.terminate();
  signal?.addEventListener("abort", end);
  thread.on("message", (message: News) => {
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

/** @throws what the order failed with */
function conclude({ news, fault, code }: Ending): Outcome {
  if ((fault as NodeJS.ErrnoException | null)?.code === "ERR_WORKER_OUT_OF_MEMORY") {
    throw new OverCapacity(NO_MEMORY, { cause: fault });
  }
  if (fault !== null) throw fault;
  if (news === null) throw new Error(`A thread ended with ${code} and without a word`);
  if ("failure" in news) throw reviveFailure(news.failure);
  return news;
}
