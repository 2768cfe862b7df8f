import type { Worker } from "node:worker_threads";
import { startWorker } from "../../assets/assets.js";
import type { SharedColumns } from "../../columnar/rollups/cells.js";
import type { Background, RollupBuilder } from "../../columnar/rollups/builder.js";
import { withinMemory } from "../../columnar/rollups/within-memory.js";
import { OverMemoryLimit } from "../../kernel/memory/errors.js";
import type { Kernel } from "../../kernel/kernel.js";
import { type MemoryLimit, NO_LIMIT, requireMemory } from "../../kernel/memory/memory-limit.js";
import { Semaphore } from "../../admission/semaphore.js";
import { MemoryWatch } from "../memory-watch.js";
import type { RollupReply, RollupRequest, RollupThreadStart } from "./messages.js";

export interface RollupThreadOptions {
  /** Most bytes that cuboids of a table may take, as a share of its codes and measures; 0 for none. */
  readonly share: number;
  /** What the process may take; by default as much as there is. */
  readonly memory?: MemoryLimit | undefined;
  /** Told what went wrong: answers are the same without what was to be made. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Starts the thread. */
  readonly start?: (order: RollupThreadStart) => Worker;
}

/** To start a thread, and to collect what was given up: some 50 ms. */
const OVERHEAD = 2 ** 25;
/** What a thread takes that does nothing. */
const THREAD_BYTES = 2 ** 25;

/** Threads that sum tables up, one after the other. */
export interface RollupThreads extends Background {
  /** End what is under way, and begin nothing more. */
  close(): Promise<void>;
}

/**
 * A thread for each time that a table is summed up; what it held is gone with it. Where the memory is not there that it
 * would take, none is begun, or no further step is; one is ended when the process takes more than it may. All of it may
 * be asked for again.
 */
export function rollupThreads(kernel: Kernel, options: RollupThreadOptions): RollupThreads {
  const { share, onError = () => {}, memory = NO_LIMIT, start = startThread } = options;
  const watch = new MemoryWatch(memory);
  const gate = new Semaphore(1);
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  return {
    share,
    overhead: OVERHEAD,
    async run(columns, use, wanted) {
      const signal = AbortSignal.any([wanted, closing.signal]);
      const run = gate
        .pass(signal, async () => {
          requireMemory(memory, THREAD_BYTES);
          const worker = start({ module: kernel.module, columns });
          await withThread({ kernel, worker, columns, memory, watch }, use, signal);
        })
        .catch((error: unknown) => {
          if (!signal.aborted && !(error instanceof OverMemoryLimit)) onError(error);
        });
      running.add(run);
      await run;
      running.delete(run);
    },
    async close() {
      closing.abort();
      await Promise.all(running);
    },
  };
}

function startThread(order: RollupThreadStart): Worker {
  return startWorker("dist/jobs/rollups/worker.js", { workerData: order });
}

interface Run {
  readonly kernel: Kernel;
  readonly worker: Worker;
  readonly columns: SharedColumns;
  readonly memory: MemoryLimit;
  readonly watch: MemoryWatch;
}

/** Fulfilled when the thread has ended. */
async function withThread(
  run: Run,
  use: (builder: RollupBuilder) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const { worker, watch } = run;
  const end = (): void => void worker.terminate();
  const ended = new Promise<number>((resolve) => worker.on("exit", resolve));
  let unwatch = (): void => {};
  const error = new Promise<never>((_, reject) => {
    unwatch = watch.add((why) => {
      reject(why);
      end();
    });
    worker.on("error", reject);
    void ended.then((code) => reject(new Error(`The thread that sums a table up ended with ${code}`)));
  });
  // Whoever waits for an answer hears of it.
  error.catch(() => {});
  signal.addEventListener("abort", end);
  const ask = async (request: RollupRequest): Promise<RollupReply> => {
    const reply = new Promise<RollupReply>((resolve) => worker.once("message", resolve));
    post(worker, request);
    return Promise.race([reply, error]);
  };
  try {
    await use(withinMemory(builderOf(run.kernel, ask), run.columns, run.memory));
  } finally {
    unwatch();
    signal.removeEventListener("abort", end);
    end();
    await ended;
  }
}

function post(port: Worker, request: RollupRequest): void {
  port.postMessage(request);
}

function builderOf(kernel: Kernel, ask: (request: RollupRequest) => Promise<RollupReply>): RollupBuilder {
  return {
    async count(keys, most) {
      const reply = await ask({ keys, count: most });
      return "count" in reply ? reply.count : null;
    },
    async build(keys, bounds) {
      const reply = await ask({ keys, build: bounds });
      if (!("built" in reply) || !reply.built) return null;
      const { columns, memory } = reply.built;
      return { columns, memory: kernel.adoptMemory(memory, columns.bytes) };
    },
  };
}
