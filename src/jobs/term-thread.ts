import type { Worker } from "node:worker_threads";
import { startWorker } from "../assets/assets.js";
import type { TermIndexer, WrittenTerms } from "../columnar/search/build-term-index.js";
import type { Kernel } from "../kernel/kernel.js";
import { reviveFailure } from "./thread-failure.js";
import type { TermReply, TermRequest, TermThreadStart } from "./term-messages.js";

/** An indexer that works in a thread of its own. */
export interface TermThread extends TermIndexer {
  /** End the thread. What it has indexed stays; what it has not is rejected. */
  close(): Promise<void>;
}

/** Memory for new objects: terms are made in WebAssembly. */
const YOUNG_MEGABYTES = 16;

interface Pending {
  readonly resolve: (terms: WrittenTerms) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Return an indexer for one table, whose thread starts when it is needed. It indexes columns in the order of the calls.
 * @param kernel of the table that is being written
 */
export function termThread(kernel: Kernel): TermThread {
  let worker: Worker | null = null;
  const pending: Pending[] = [];
  const fail = (error: unknown): void => {
    for (const { reject } of pending.splice(0)) reject(error);
  };
  const start = (): Worker => {
    const workerData: TermThreadStart = { module: kernel.module };
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MEGABYTES };
    const started = startWorker("dist/jobs/term-worker.js", { workerData, resourceLimits });
    started.on("message", (reply: TermReply) => {
      const { resolve, reject } = pending.shift()!;
      if ("failure" in reply) reject(reviveFailure(reply.failure));
      else resolve({ place: reply.place, memory: kernel.adoptMemory(reply.memory, reply.bytes) });
    });
    started.on("error", fail);
    started.on("exit", (code) => fail(new Error(`The thread that indexes terms ended with exit code ${code}`)));
    return started;
  };
  return {
    prepare: () => void (worker ??= start()),
    index(memories, columns) {
      const request: TermRequest = {
        columns,
        memories: memories.map(({ memory, tableBytes }) => ({ memory, tableBytes })),
      };
      worker ??= start();
      const written = new Promise<WrittenTerms>((resolve, reject) => pending.push({ resolve, reject }));
      // Not an unhandled rejection: who waits for it may wait for others first.
      written.catch(() => {});
      post(worker, request);
      return written;
    },
    end() {
      if (worker) post(worker, "end");
    },
    async close() {
      await worker?.terminate();
    },
  };
}

function post(port: Worker, message: TermRequest | "end"): void {
  port.postMessage(message);
}
