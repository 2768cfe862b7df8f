import type { Worker } from "node:worker_threads";
import { startWorker } from "../../core/assets/assets.js";
import type { NoteQuery } from "../../engines/clickhouse/client/node.js";
import { noteAggregate } from "../../engines/clickhouse/lend-version.js";
import { countQuery } from "../../engines/columnar/share-table.js";
import { errorText } from "../../core/errors/error-text.js";
import { OverCapacity } from "../../core/errors/errors.js";
import type { RequestCancellation } from "../../web/http/message/cancel.js";
import type { RouteCall } from "../../web/http/reply/body-executor.js";
import type { ComputedBody } from "../../web/http/reply/compute-body.js";
import type { FileFacts } from "../../calls/answer.js";
import type { Dataset } from "../../store/dataset.js";
import type { CollectionRecord } from "../../store/disk/manifest.js";
import { Cancelled } from "./cancelled.js";
import { reviveFailure } from "../jobs/thread-failure.js";
import { Loans } from "./loans.js";
import {
  type BodyCost,
  type BoundOutcome,
  type BodyOrder,
  type MeasureOrder,
  type ExecutorReply,
  type ExecutorRequest,
  type ExecutorStart,
  type ComputedAnswer,
  NO_QUERY_MEMORY,
} from "./messages.js";
import { timeFromNow } from "./thread-time.js";
import { RemoteBody } from "./remote-body.js";

/** Milliseconds of the processor that a thread may go on with a cancelled computation before it is ended. */
const GRACE_MS = 1000;
/** Milliseconds after which it is ended in any case: what waits takes nothing of the processor. */
const MAX_GRACE_MS = 30_000;

const TOO_LONG = "The query took too long";

/** A computed body with its cost. */
export interface Computed {
  readonly computed: ComputedBody;
  readonly cost: BodyCost;
}

export interface ExecutorOptions {
  readonly start: Omit<ExecutorStart, "cancelled">;
  /** Limit of the thread's V8 heap in megabytes. */
  readonly heapMegabytes: number;
  /** Returns all visible datasets. */
  readonly list: () => readonly Dataset[];
  /** Returns all collections; absent: there are none. */
  readonly listCollections?: () => readonly CollectionRecord[];
  /** Called when the thread ended by itself; the next order starts another one. */
  readonly onLost: (error: Error) => void;
  /** Called with each query of a cluster that has ended. */
  readonly onClusterQuery?: NoteQuery | undefined;
  /** Starts the thread. */
  readonly startThread?: typeof startThread;
  /** Reads the milliseconds that the thread has had of the processor. */
  readonly timeThread?: typeof timeFromNow;
}

/** The error of an order that has to be begun again in a lane for longer ones. */
export class Outgrown extends Error {}

/** The error of an order whose thread was lost because of another one. */
export class LostWithOthers extends OverCapacity {}

/** Result of an order; `null` if the executor has another version of the data. */
type Given = Computed | BoundOutcome | FileFacts | null;

interface Order {
  readonly resolve: (given: Given) => void;
  readonly reject: (error: Error) => void;
  /** Computation of the request so far. */
  readonly usage: RequestCancellation["usage"];
  /** Ends the watch on its cancellation. */
  readonly forget: () => void;
}

/** A thread that makes bodies, started when it is first needed and again after it was lost. */
export class Executor {
  readonly #options: ExecutorOptions;
  readonly #cancelled = new Cancelled();
  readonly #orders = new Map<number, Order>();
  readonly #bodies = new Map<number, RemoteBody>();
  #running: { readonly worker: Worker; readonly loans: Loans; readonly ended: Promise<void> } | null = null;
  /** Returns the milliseconds of the thread; `null` until it has told its number. */
  #time: (() => number) | null = null;
  #lastOrder = 0;
  #isClosed = false;
  /** Collections that the thread knows. */
  #collections: readonly CollectionRecord[] = [];

  constructor(options: ExecutorOptions) {
    this.#options = options;
  }

  /** Milliseconds of the processor that the thread has had since it began its work. */
  get usedMs(): number {
    return this.#time?.() ?? 0;
  }

  /** Start the thread, if it does not run. */
  start(): void {
    if (this.#running) return;
    const { start, heapMegabytes, list, startThread: startOne = startThread } = this.#options;
    const worker = startOne({ ...start, cancelled: this.#cancelled.buffer }, heapMegabytes);
    worker.unref();
    const loans = new Loans((request) => post(worker, request));
    worker.on("message", (reply: ExecutorReply) => this.#receive(reply));
    let cause: Error | null = null;
    worker.on("error", (error) => (cause = error));
    const ended = new Promise<void>((resolve) => {
      worker.on("exit", () => {
        this.#noteEnded(loans, cause);
        resolve();
      });
    });
    this.#running = { worker, loans, ended };
    this.#collections = [];
    this.#showCollections(worker);
    loans.show(list());
  }

  /** Pass changed datasets and collections on. */
  show(datasets: readonly Dataset[]): void {
    if (!this.#running) return;
    this.#showCollections(this.#running.worker);
    this.#running.loans.show(datasets);
  }

  #showCollections(worker: Worker): void {
    const collections = this.#options.listCollections?.() ?? [];
    const isSame = collections === this.#collections || collections.length + this.#collections.length === 0;
    if (!isSame) post(worker, { collections });
    this.#collections = collections;
  }

  /**
   * Make a body.
   * @returns `null` if the thread has another version of the data
   * @throws the errors of making it; OverCapacity if it was cancelled, or if the thread was lost
   */
  make(order: BodyOrder, cancel: RequestCancellation): Promise<Computed | null> {
    return this.#order((id) => ({ make: id, order }), cancel) as Promise<Computed | null>;
  }

  /** Bind a call to its datasets. @throws the errors of the call; OverCapacity as `make` does */
  bind(call: RouteCall, cancel: RequestCancellation): Promise<BoundOutcome> {
    return this.#order((id) => ({ bind: id, call }), cancel) as Promise<BoundOutcome>;
  }

  /**
   * Measure a file. Measuring goes on when its order is cancelled: the next one finds what is done.
   * @returns `null` if the thread has another version of the data
   * @throws OverCapacity if it was cancelled, or if the thread was lost
   */
  measure(order: MeasureOrder, cancel: RequestCancellation): Promise<FileFacts | null> {
    const leave = (id: number): void => this.#leave(id);
    return this.#order((id) => ({ measure: id, order }), cancel, leave) as Promise<FileFacts | null>;
  }

  async #order(
    request: (id: number) => ExecutorRequest,
    cancel: RequestCancellation,
    end = (id: number): void => this.#cancel(id),
  ): Promise<Given> {
    if (cancel.aborted || this.#isClosed)
      throw new OverCapacity(errorText("request_cancelled_waiting"), { limit: "cancelled" });
    this.start();
    const id = ++this.#lastOrder;
    return new Promise<Given>((resolve, reject) => {
      const onAbort = (): void => end(id);
      cancel.addEventListener("abort", onAbort);
      const forget = (): void => cancel.removeEventListener("abort", onAbort);
      this.#orders.set(id, { resolve, reject, forget, usage: cancel.usage });
      this.#postShown(() => this.#orders.has(id) && this.#post(request(id)));
    });
  }

  /** End the thread for good: orders that it loses are not begun again on another one. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const running = this.#running;
    await running?.worker.terminate();
    await running?.ended;
  }

  #post(request: ExecutorRequest, moved?: Uint8Array): void {
    if (this.#running) post(this.#running.worker, request, moved);
  }

  /** Post something once the thread knows all datasets. */
  #postShown(send: () => void): void {
    const { showing } = this.#running!.loans;
    if (showing) void showing.then(send);
    else send();
  }

  #cancel(id: number): void {
    this.#cancelled.add(id);
    this.#post({ stop: id });
    const { worker } = this.#running!;
    const [used, begun] = [this.usedMs, performance.now()];
    const watch = setInterval(() => {
      if (!this.#orders.has(id) || this.#running?.worker !== worker) return clearInterval(watch);
      // A thread that others keep from the processor cannot obey; one that replaces it would have to begin anew.
      if (this.usedMs - used < GRACE_MS && performance.now() - begun < MAX_GRACE_MS) return;
      clearInterval(watch);
      void worker.terminate();
    }, GRACE_MS).unref();
  }

  /** Wait for an order no longer, whose thread goes on with it. */
  #leave(id: number): void {
    const error = new OverCapacity(errorText("file_being_measured"), { limit: "deadline" });
    this.#settle(id, ({ reject }) => reject(error));
  }

  #receive(reply: ExecutorReply): void {
    if ("thread" in reply) this.#time = (this.#options.timeThread ?? timeFromNow)(reply.thread);
    else if ("computed" in reply)
      this.#settle(reply.computed, (order) => {
        order.usage.computed += reply.answer?.cost.computing ?? 0;
        // It was cancelled while this was on its way: the thread will send no more of it.
        if (reply.answer?.bytes === null && this.#cancelled.has(reply.computed))
          order.reject(new OverCapacity(TOO_LONG, { limit: "cancelled" }));
        else order.resolve(this.#open(reply.computed, reply.answer));
      });
    else if ("bound" in reply)
      this.#settle(reply.bound, (order) => {
        order.usage.computed += reply.computing;
        order.resolve(reply.outcome);
      });
    else if ("measured" in reply) this.#settle(reply.measured, (order) => order.resolve(reply.facts));
    else if ("outgrown" in reply)
      this.#settle(reply.outgrown, (order) => {
        order.usage.computed += reply.computing;
        order.reject(new Outgrown());
      });
    else if ("failed" in reply)
      this.#settle(reply.failed, (order) => {
        order.usage.computed += reply.computing;
        order.reject(reviveFailure(reply.failure));
      });
    else if ("piece" in reply) this.#bodies.get(reply.piece)?.push(bufferOf(reply.bytes));
    else if ("ended" in reply) {
      this.#bodies.get(reply.ended)?.end(reply.failure && reviveFailure(reply.failure));
      this.#bodies.delete(reply.ended);
    } else if ("returned" in reply) this.#running?.loans.noteReturned(reply.returned);
    else if ("queried" in reply) this.#options.onClusterQuery?.(reply.queried);
    else {
      const engine = this.#running?.loans.engineOf(reply.table);
      if (engine && "columns" in reply) noteAggregate(engine, reply.columns);
      else if (engine && "counted" in reply) countQuery(engine, ...reply.counted);
    }
  }

  #settle(id: number, settle: (order: Order) => void): void {
    const order = this.#orders.get(id);
    // Nobody waits for what was left.
    if (!order) return;
    this.#orders.delete(id);
    order.forget();
    settle(order);
  }

  #open(id: number, answer: ComputedAnswer | null): Computed | null {
    if (!answer) return null;
    const { bytes, cost, ...computed } = answer;
    if (bytes) return { computed: { ...computed, body: bufferOf(bytes) }, cost };
    // Kept here until they are collected, they would make this thread collect garbage all the time.
    const onTaken = (taken: Buffer): void => this.#post({ more: id, taken }, taken);
    const body = new RemoteBody(onTaken, () => this.#post({ stop: id }));
    this.#bodies.set(id, body);
    return { computed: { ...computed, body }, cost };
  }

  #noteEnded(loans: Loans, cause: Error | null): void {
    this.#running = null;
    this.#time = null;
    loans.noteEnded();
    const isMemory = (cause as NodeJS.ErrnoException | null)?.code === "ERR_WORKER_OUT_OF_MEMORY";
    if (cause && !isMemory) this.#options.onLost(cause);
    const error = new OverCapacity(isMemory ? NO_QUERY_MEMORY : TOO_LONG, {
      cause,
      limit: isMemory ? "memory" : "cancelled",
    });
    const others = new LostWithOthers(error.errors, { cause });
    for (const id of this.#orders.keys()) {
      this.#settle(id, ({ reject }) => reject(this.#cancelled.has(id) || isMemory ? error : others));
    }
    for (const body of this.#bodies.values()) body.end(error);
    this.#bodies.clear();
  }
}

function startThread(start: ExecutorStart, heapMegabytes: number): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: heapMegabytes };
  return startWorker("dist/process/executors/worker.js", { workerData: start, resourceLimits });
}

function post(port: Worker, request: ExecutorRequest, moved?: Uint8Array): void {
  port.postMessage(request, moved ? [moved.buffer as ArrayBuffer] : []);
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
