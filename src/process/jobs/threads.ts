import type { ResourceLimits, Worker } from "node:worker_threads";
import { OverCapacity } from "../../core/errors/errors.js";
import type { Progress } from "../../sources/ingest/progress.js";
import type { OverMemoryLimit } from "../../engines/kernel/memory/errors.js";
import { type MemoryLimit, NO_LIMIT, requireMemory } from "../../engines/kernel/memory/memory-limit.js";
import { describeLimit, NO_MEMORY, reviveFailure } from "./thread-failure.js";
import { Semaphore } from "../../core/admission/semaphore.js";
import { keepThread, noteLimits, takeThread } from "./idle-threads.js";
import { MemoryWatch } from "./memory-watch.js";
import type { Ended, Order, Outcome, ThreadMessage } from "./messages.js";
import { startWorker } from "../../core/assets/assets.js";

/** Memory for new objects of a load, whose rows and texts are not objects. */
const YOUNG_MEGABYTES = 16;

export interface ThreadOptions {
  /** Limit of a thread's V8 heap in megabytes, without tables and columns; `undefined`: V8's default. */
  readonly heapMegabytes?: number | undefined;
  /** Maximum number of threads that run at the same time; further orders wait. Default 1. */
  readonly atOnce?: number;
  /** Memory limit of the process; by default none. */
  readonly memory?: MemoryLimit;
  /** Starts a thread; by default one that waits for another order is taken if there is one. */
  readonly start?: typeof startLoadThread;
}

export interface RunOptions {
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Aborting ends the thread at once. */
  readonly signal?: AbortSignal | undefined;
  /** Bytes of memory that the order needs at least; by default 0. */
  readonly bytes?: number;
}

/**
 * A runner of orders. Each has a thread to itself. The thread ends with it, which frees its memory, unless the order was
 * small: then it waits some seconds for another.
 */
export interface Threads {
  /**
   * Run an order and return its outcome.
   * @throws the order's error, OverCapacity if there was not enough memory, or the signal's reason if it was aborted
   */
  runOrder(order: Order, options: RunOptions): Promise<Outcome>;

  /** Check that an order may take this many bytes. @throws OverCapacity if it may not */
  checkMemory(bytes: number): void;
}

export function createThreads(options: ThreadOptions = {}): Threads {
  const { heapMegabytes, atOnce = 1, memory = NO_LIMIT, start = giveOrder } = options;
  const semaphore = new Semaphore(atOnce);
  const watch = new MemoryWatch(memory);
  const run = (order: Order, runOptions: RunOptions): Promise<Ending> => {
    checkMemory(memory, runOptions.bytes ?? 0);
    return waitForEnd(start(order, heapMegabytes), runOptions, watch);
  };
  return {
    checkMemory: (bytes) => checkMemory(memory, bytes),
    async runOrder(order, runOptions) {
      const { signal } = runOptions;
      try {
        return outcomeOf(await semaphore.pass(signal, async () => run(order, runOptions)));
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

/** The end of an order. */
interface Ending {
  /** The thread's last message; `null` if it ended before sending one. */
  readonly result: Ended | null;
  readonly error: unknown;
  readonly code: number;
}

/** Wait until a thread has ended, and its memory is free, or waits for another order. */
function waitForEnd(thread: Worker, { onProgress, signal }: RunOptions, watch: MemoryWatch): Promise<Ending> {
  return new Promise((resolve) => {
    const ending: { result: Ending["result"]; error: unknown } = { result: null, error: null };
    let isEnding = false;
    const end = (): void => {
      isEnding = true;
      void thread.terminate();
    };
    signal?.addEventListener("abort", end);
    const unwatch = watch.add((error) => {
      // Discarding a finished result would only mean computing it again.
      if (ending.result) return;
      ending.error = describeLimit(error);
      end();
    });
    const finish = (code: number): void => {
      unwatch();
      signal?.removeEventListener("abort", end);
      resolve({ ...ending, code });
    };
    thread.on("message", (message: ThreadMessage) => {
      if ("progress" in message) {
        onProgress?.(message.progress);
        return;
      }
      ending.result = message.ended;
      if (isEnding || !message.waits) {
        end();
        return;
      }
      keepThread(thread);
      finish(0);
    });
    thread.on("error", (error) => (ending.error = error));
    thread.on("exit", finish);
  });
}

/** Return the outcome of an order that has ended. @throws the order's error */
function outcomeOf({ result, error, code }: Ending): Outcome {
  if ((error as NodeJS.ErrnoException | null)?.code === "ERR_WORKER_OUT_OF_MEMORY") {
    throw new OverCapacity(NO_MEMORY, { cause: error });
  }
  if (error !== null) throw error;
  if (result === null) throw new Error(`A thread ended with exit code ${code} and without a result`);
  if ("failure" in result) throw reviveFailure(result.failure);
  return result;
}

/** Give an order to a thread that waits for one, or to a new one. */
function giveOrder(order: Order, heapMegabytes: number | undefined): Worker {
  const port = takeThread(limitsOf(order, heapMegabytes));
  if (port === undefined) return startLoadThread(order, heapMegabytes);
  port.postMessage(order);
  return port;
}

/**
 * Start a thread that runs an order.
 * @param heapMegabytes limit of the thread's V8 heap; `undefined`: V8's default
 */
export function startLoadThread(order: Order, heapMegabytes: number | undefined): Worker {
  const resourceLimits = limitsOf(order, heapMegabytes);
  const thread = startWorker("dist/process/jobs/worker.js", { workerData: order, resourceLimits });
  noteLimits(thread, resourceLimits);
  return thread;
}

function limitsOf(order: Order, heapMegabytes: number | undefined): ResourceLimits {
  return {
    ...(order.kind === "load" && { maxYoungGenerationSizeMb: YOUNG_MEGABYTES }),
    ...(heapMegabytes !== undefined && { maxOldGenerationSizeMb: heapMegabytes }),
  };
}
