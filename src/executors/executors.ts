import { WorkQueue } from "../admission/work-queue.js";
import type { Answer, Redirect } from "../api/answer.js";
import type { Effort } from "../engine/query-cost.js";
import { OverCapacity } from "../errors/errors.js";
import type { RequestCancellation } from "../http/message/cancel.js";
import type { BodyExecutor, RouteCall } from "../http/reply/body-executor.js";
import type { BodyRequest, ComputedBody } from "../http/reply/compute-body.js";
import { NICENESS } from "../jobs/lower-priority.js";
import type { ScratchLane } from "../kernel/memory/cube-memory.js";
import type { Catalog } from "../store/catalog.js";
import type { Dataset } from "../store/dataset.js";
import { reviveOutcome } from "./bound-outcome.js";
import { Executor, type ExecutorOptions } from "./executor.js";
import type { BodyOrder, CallSettings } from "./messages.js";

/** Characters of parameters that are bound by the server's own thread. */
const MAX_OWN_CHARACTERS = 2000;
/** Steps of a body that are computed by the server's own thread: passing it on takes longer. */
const MAX_OWN_STEPS = 1_000_000;
/** Steps from which on a body is long: others must not wait for it. */
const MIN_LONG_STEPS = 30_000_000;
/** Steps of a page for each entry of its datasets: it shows several figures. */
const STEPS_PER_ENTRY = 20;
/** Short bodies that an executor has at once: it begins the next one while the last one is passed on. */
const AT_ONCE = 2;
/** Milliseconds after which an executor that is still busy gets no more work, if another one is free. */
const PATIENCE_MS = 100;
/** Long bodies that one client may wait for. */
const MAX_LONG_PER_CLIENT = 4;
/** Scratch memory of each thread but the last, which gets all the rest. */
const LANE_BYTES = 2 ** 26;
/** Nice value of threads for bodies that are not long: the server's thread has precedence. */
const SHORT_NICENESS = 3;
/** Limit of an executor's V8 heap: what a query takes beside the tables. */
const HEAP_MEGABYTES = 1024;

/** The scratch memory of the server's own thread, if there are executors. */
export const OWN_LANE: ScratchLane = { offset: 0, bytes: LANE_BYTES };

export interface ExecutorsOptions {
  readonly module: WebAssembly.Module;
  /** Limit of the process's memory; `Infinity`: none. */
  readonly memoryBytes: number;
  /** Computing threads of a query. */
  readonly threads: number;
  /** Number of executors for queries that are not long; one more makes the long ones. */
  readonly short: number;
  readonly catalog: Pick<Catalog, "get" | "list" | "watch">;
  readonly settings: CallSettings;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  /** Called with the milliseconds in the kernel of each body. */
  readonly onWork?: ((milliseconds: number) => void) | undefined;
  readonly onLost: (error: Error) => void;
  /** Maximum characters of parameters that the server's own thread binds. */
  readonly maxOwnCharacters?: number;
  /** Maximum steps of a body that the server's own thread makes. */
  readonly maxOwnSteps?: number;
  /** Minimum steps of a body that is long. */
  readonly minLongSteps?: number;
}

/** An executor with the orders that wait for it. */
interface Lane {
  readonly executor: Executor;
  readonly queue: WorkQueue;
  /** When the current order began, as `performance.now()`; `null` if there is none. */
  begun: number | null;
}

/**
 * Threads that make the bodies that take long, so that the server's thread never computes for long. Short bodies do not
 * wait for long ones, and no client takes all executors.
 */
export class Executors implements BodyExecutor {
  readonly #options: ExecutorsOptions;
  /** The datasets as shown last, with open versions that are not current; `null` if none has changed since the start. */
  #shown: readonly Dataset[] | null = null;
  readonly #executors: readonly Executor[];
  readonly #short: readonly Lane[];
  readonly #long: Lane;
  /** Long bodies of each client that waits for some. */
  readonly #longOf = new Map<string, number>();
  readonly #unwatch: () => void;

  constructor(options: ExecutorsOptions) {
    this.#options = options;
    const { short, threads, catalog } = options;
    const shortOnes = Array.from({ length: short }, (_, at) =>
      this.#makeExecutor({ offset: (at + 1) * LANE_BYTES, bytes: LANE_BYTES }, threads, SHORT_NICENESS),
    );
    const longOne = this.#makeExecutor({ offset: (short + 1) * LANE_BYTES, bytes: Infinity }, threads, NICENESS);
    this.#executors = [...shortOnes, longOne];
    this.#short = shortOnes.flatMap((executor) =>
      Array.from({ length: AT_ONCE }, () => this.#makeLane(executor, short * AT_ONCE)),
    );
    this.#long = this.#makeLane(longOne, 1);
    this.#unwatch = catalog.watch((datasets) => {
      this.#shown = datasets;
      for (const executor of this.#executors) executor.show(datasets);
    });
  }

  /** Queues of short bodies. */
  get shortQueues(): readonly WorkQueue[] {
    return this.#short.map(({ queue }) => queue);
  }

  /** Queue of long bodies. */
  get longQueue(): WorkQueue {
    return this.#long.queue;
  }

  /** Start all threads now, instead of when they are first needed. */
  start(): void {
    for (const executor of this.#executors) executor.start();
  }

  bind(
    call: RouteCall,
    cancel: RequestCancellation,
    callHere: () => Promise<Answer | Redirect>,
  ): Promise<Answer | Redirect> | null {
    const characters = call.pairs.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
    if (characters <= (this.#options.maxOwnCharacters ?? MAX_OWN_CHARACTERS)) return null;
    return runOn(this.#chooseShort(), cancel, undefined, async (executor) =>
      reviveOutcome(await executor.bind(call, cancel), this.#options.catalog, callHere),
    );
  }

  make(
    call: RouteCall,
    answer: Answer,
    requested: BodyRequest,
    cancel: RequestCancellation,
  ): Promise<ComputedBody | null> | null {
    const { maxOwnSteps = MAX_OWN_STEPS, minLongSteps = MIN_LONG_STEPS } = this.#options;
    const steps = stepsOf(answer, requested);
    if (steps <= maxOwnSteps) return null;
    const order = { call, requested, version: answer.version, canonical: answer.canonical, waited: 0 };
    return steps < minLongSteps
      ? this.#run(this.#chooseShort(), order, answer, cancel)
      : this.#runLong(order, answer, cancel);
  }

  /** End all threads. */
  async close(): Promise<void> {
    this.#unwatch();
    await Promise.all(this.#executors.map((executor) => executor.close()));
  }

  /** @param lanes number of lanes that share what may wait */
  #makeLane(executor: Executor, lanes: number): Lane {
    const { maxWaiting, maxWaitMs } = this.#options;
    return { executor, queue: new WorkQueue(Math.ceil(maxWaiting / lanes), maxWaitMs), begun: null };
  }

  #makeExecutor(lane: ScratchLane, threads: number, niceness: number): Executor {
    const { module, memoryBytes, settings, catalog, onLost } = this.#options;
    const options: ExecutorOptions = {
      start: { module, lane, memoryBytes, threads, niceness, settings },
      heapMegabytes: HEAP_MEGABYTES,
      list: () => this.#shown ?? catalog.list(),
      onLost,
    };
    return new Executor(options);
  }

  /** Return the executor that will be free soonest. The one for long bodies takes others only if all else is stuck. */
  #chooseShort(): Lane {
    const now = performance.now();
    const isStuck = ({ begun }: Lane): boolean => begun !== null && now - begun > PATIENCE_MS;
    const [best] = this.#short.filter((lane) => !isStuck(lane)).toSorted((a, b) => numAhead(a) - numAhead(b));
    if (best) return best;
    return numAhead(this.#long) === 0 ? this.#long : this.#short[0]!;
  }

  async #runLong(order: BodyOrder, answer: Answer, cancel: RequestCancellation): Promise<ComputedBody | null> {
    const { actor, remoteAddress } = order.call;
    const client = actor.id ?? remoteAddress;
    const running = this.#longOf.get(client) ?? 0;
    if (running >= MAX_LONG_PER_CLIENT) {
      throw new OverCapacity(`${running} long queries of yours are running or waiting already; try again later`);
    }
    this.#longOf.set(client, running + 1);
    try {
      return await this.#run(this.#long, order, answer, cancel);
    } finally {
      const left = this.#longOf.get(client)! - 1;
      if (left === 0) this.#longOf.delete(client);
      else this.#longOf.set(client, left);
    }
  }

  async #run(lane: Lane, order: BodyOrder, answer: Answer, cancel: RequestCancellation): Promise<ComputedBody | null> {
    const done = await runOn(lane, cancel, answer.effort, (executor) =>
      executor.make({ ...order, waited: answer.effort?.waited ?? 0 }, cancel),
    );
    if (!done) return null;
    this.#options.onWork?.(done.cost.kernel);
    if (answer.effort) answer.effort.matches = done.cost.matches;
    return done.computed;
  }
}

/** Run work on an executor when its turn comes. */
function runOn<Result>(
  lane: Lane,
  cancel: RequestCancellation,
  effort: Effort | undefined,
  work: (executor: Executor) => Promise<Result>,
): Promise<Result> {
  const run = async (): Promise<Result> => {
    lane.begun = performance.now();
    try {
      return await work(lane.executor);
    } finally {
      lane.begun = null;
    }
  };
  return lane.queue.run(run, cancel, effort);
}

function numAhead({ queue, begun }: Lane): number {
  return queue.waiting + Number(begun !== null);
}

/** Estimate the steps of a body. Pages and pictures compute several figures. */
function stepsOf({ estimate, effort }: Answer, { form }: BodyRequest): number {
  if (estimate) return estimate();
  if (!effort || form === "json") return 0;
  return MAX_OWN_STEPS + 1 + effort.entries * STEPS_PER_ENTRY;
}
