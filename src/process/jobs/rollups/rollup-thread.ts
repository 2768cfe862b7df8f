import type { Worker } from "node:worker_threads";
import { startWorker } from "../../../core/assets/assets.js";
import { shareColumns } from "../../../engines/columnar/rollups/cell-keys.js";
import type { Background, RollupBuilder } from "../../../engines/columnar/rollups/builder.js";
import { shareColumnarTable } from "../../../engines/columnar/table/shared-table.js";
import type { ColumnarTable } from "../../../engines/columnar/table/table.js";
import { withinMemory } from "../../../engines/columnar/rollups/within-memory.js";
import { OverMemoryLimit } from "../../../engines/kernel/memory/errors.js";
import type { Kernel } from "../../../engines/kernel/kernel.js";
import { type MemoryLimit, NO_LIMIT, requireMemory } from "../../../engines/kernel/memory/memory-limit.js";
import { Semaphore } from "../../../core/admission/semaphore.js";
import { MemoryWatch } from "../memory-watch.js";
import type { RollupReply, RollupRequest, RollupThreadStart } from "./messages.js";

export interface RollupThreadOptions {
  /** Maximum bytes of a table's rollups, as a share of its codes and measures; 0: no rollups. */
  readonly share: number;
  /** Memory limit of the process; by default none. */
  readonly memory?: MemoryLimit | undefined;
  /** Called with each failure. Without the rollup, answers are the same, only slower. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Starts the thread. */
  readonly start?: (order: RollupThreadStart) => Worker;
}

/** Cost of starting a thread and collecting its garbage, about 50 ms, as a number of rows scanned in that time. */
const OVERHEAD = 2 ** 25;
/** Bytes of memory that an idle thread takes. */
const THREAD_BYTES = 2 ** 25;

/** Threads that build rollups, one thread at a time. */
export interface RollupThreads extends Background {
  /** End the running thread and start no others. */
  close(): Promise<void>;
}

/**
 * Build rollups in threads: one thread for each run, whose memory is freed with it. A run does not start, or stops
 * before its next step, if memory is short; it is ended if the process exceeds its limit. It can be requested again
 * later.
 */
export function rollupThreads(kernel: Kernel, options: RollupThreadOptions): RollupThreads {
  const { share, onError = () => {}, memory = NO_LIMIT, start = startThread } = options;
  const watch = new MemoryWatch(memory);
  const semaphore = new Semaphore(1);
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  return {
    share,
    overhead: OVERHEAD,
    async run(table, use, wanted) {
      const signal = AbortSignal.any([wanted, closing.signal]);
      const run = semaphore
        .pass(signal, async () => {
          requireMemory(memory, THREAD_BYTES);
          const worker = start({ module: kernel.module, table: shareColumnarTable(table) });
          await withThread({ kernel, worker, table, memory, watch }, use, signal);
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
  return startWorker("dist/process/jobs/rollups/worker.js", { workerData: order });
}

interface Run {
  readonly kernel: Kernel;
  readonly worker: Worker;
  readonly table: ColumnarTable;
  readonly memory: MemoryLimit;
  readonly watch: MemoryWatch;
}

/** Use a thread, end it, and wait until it has ended. */
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
    void ended.then((code) => reject(new Error(`The thread that builds rollups ended with exit code ${code}`)));
  });
  // Not an unhandled rejection: `send` below passes the error on.
  error.catch(() => {});
  signal.addEventListener("abort", end);
  const send = async (request: RollupRequest): Promise<RollupReply> => {
    const reply = new Promise<RollupReply>((resolve) => worker.once("message", resolve));
    post(worker, request);
    return Promise.race([reply, error]);
  };
  try {
    await use(withinMemory(builderOf(run.kernel, send), shareColumns(run.table), run.memory));
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

function builderOf(kernel: Kernel, send: (request: RollupRequest) => Promise<RollupReply>): RollupBuilder {
  return {
    async keysOf(grouping) {
      const reply = await send({ keysOf: grouping });
      if (!("keys" in reply) || !reply.keys) throw new Error("Not enough memory to sort the members of a dimension");
      return reply.keys;
    },
    async count(keys, max) {
      const reply = await send({ keys, count: max });
      return "count" in reply ? reply.count : null;
    },
    async build(keys, bounds) {
      const reply = await send({ keys, build: bounds });
      if (!("built" in reply) || !reply.built) return null;
      const { columns, memory } = reply.built;
      return { columns, memory: kernel.adoptMemory(memory, columns.bytes) };
    },
  };
}
