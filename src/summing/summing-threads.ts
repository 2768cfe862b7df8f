import type { Worker } from "node:worker_threads";
import { startWorker } from "../assets/assets.js";
import type { Background, Summing } from "../columnar/cuboids/summing.js";
import type { Kernel } from "../kernel/kernel.js";
import { Gate } from "../loading/gate.js";
import type { SummingReply, SummingRequest, SummingStart } from "./messages.js";

export interface SummingOptions {
  /** Most bytes that cuboids of a table may take, as a share of its codes and measures; 0 for none. */
  readonly share: number;
  /** Told what went wrong: answers are the same without what was to be made. */
  readonly onFault?: ((error: unknown) => void) | undefined;
  /** Starts the thread. */
  readonly start?: (order: SummingStart) => Worker;
}

/** To start a thread, and to collect what was given up: some 50 ms. */
const OVERHEAD = 2 ** 25;

/** Threads that sum tables up, one after the other. */
export interface SummingThreads extends Background {
  /** End what is under way, and begin nothing more. */
  close(): Promise<void>;
}

/** A thread for each time that a table is summed up; what it held is gone with it. */
export function summingThreads(kernel: Kernel, options: SummingOptions): SummingThreads {
  const { share, onFault = () => {}, start = startThread } = options;
  const gate = new Gate(1);
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  return {
    share,
    overhead: OVERHEAD,
    async run(columns, use, wanted) {
      const signal = AbortSignal.any([wanted, closing.signal]);
      const run = gate
        .pass(signal, () => withThread(kernel, start({ module: kernel.module, columns }), use, signal))
        .catch((error: unknown) => {
          if (!signal.aborted) onFault(error);
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

function startThread(order: SummingStart): Worker {
  return startWorker("dist/summing/worker.js", { workerData: order });
}

/** Fulfilled when the thread has ended. */
async function withThread(
  kernel: Kernel,
  worker: Worker,
  use: (summing: Summing) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const ended = new Promise<number>((resolve) => worker.on("exit", resolve));
  const fault = new Promise<never>((_, reject) => {
    worker.on("error", reject);
    void ended.then((code) => reject(new Error(`The thread that sums a table up ended with ${code}`)));
  });
  // Whoever waits for an answer hears of it.
  fault.catch(() => {});
  const end = (): void => void worker.terminate();
  signal.addEventListener("abort", end);
  const ask = async (request: SummingRequest): Promise<SummingReply> => {
    const reply = new Promise<SummingReply>((resolve) => worker.once("message", resolve));
    post(worker, request);
    return Promise.race([reply, fault]);
  };
  try {
    await use(summingOf(kernel, ask));
  } finally {
    signal.removeEventListener("abort", end);
    end();
    await ended;
  }
}

function post(port: Worker, request: SummingRequest): void {
  port.postMessage(request);
}

function summingOf(kernel: Kernel, ask: (request: SummingRequest) => Promise<SummingReply>): Summing {
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
