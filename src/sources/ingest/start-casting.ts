import type { Worker } from "node:worker_threads";
import { startWorker } from "../../core/assets/assets.js";
import type { CastingMessage, CastOn, SentRequest } from "./casting-messages.js";

/** Memory for new objects: most are of one batch, so that more would be no faster. */
const YOUNG_MEGABYTES = 16;

/**
 * A thread that casts. It loads its modules before it has its request, so that it can be started early; this module
 * imports little, for the same reason. Close it.
 */
export class CastingThread {
  readonly #worker: Worker;
  readonly #arrived: CastingMessage[] = [];
  #failure: Error | null = null;
  #wake = (): void => {};

  constructor() {
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MEGABYTES };
    this.#worker = startWorker("dist/sources/ingest/casting-worker.js", { resourceLimits });
    this.#worker.on("message", (message: CastingMessage) => {
      this.#arrived.push(message);
      this.#wake();
    });
    this.#worker.on("error", (error) => this.#fail(error));
    this.#worker.on("exit", (code) => this.#fail(new Error(`The thread that casts ended with exit code ${code}`)));
  }

  /** Send the request, once, and then permission for each further batch. */
  send(message: SentRequest | CastOn): void {
    const port = this.#worker;
    port.postMessage(message);
  }

  /** Return the next message. @throws the error of the thread, after all messages before it */
  async next(): Promise<CastingMessage> {
    for (;;) {
      const message = this.#arrived.shift();
      if (message) return message;
      if (this.#failure) throw this.#failure;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** End the thread. Its memory is free then. */
  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#wake();
  }
}

/** Returns a thread that casts, which the caller closes. */
export type StartCasting = () => CastingThread;

/** Start a thread that casts now. @returns that thread at the first call, and a new one at each further call */
export function startCastingAhead(): { readonly start: StartCasting; close(): Promise<void> } {
  let ahead: CastingThread | null = new CastingThread();
  return {
    start() {
      const thread = ahead ?? new CastingThread();
      ahead = null;
      return thread;
    },
    async close() {
      await ahead?.close();
    },
  };
}
