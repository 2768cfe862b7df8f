import { WorkQueue } from "../../core/admission/work-queue.js";
import type { Answer, FileFacts, Redirect } from "../../calls/answer.js";
import { computingSeconds } from "../../calls/context.js";
import type { Effort } from "../../core/engine/query-cost.js";
import { errorText } from "../../core/errors/error-text.js";
import { cutOffReason, OverCapacity, queryTooLong } from "../../core/errors/errors.js";
import type { RequestCancellation } from "../../web/http/message/cancel.js";
import type { BodyExecutor, RouteCall } from "../../web/http/reply/body-executor.js";
import type { BodyRequest, ComputedBody } from "../../web/http/reply/compute-body.js";
import { NICENESS } from "../jobs/lower-priority.js";
import type { ScratchLane } from "../../engines/kernel/memory/cube-memory.js";
import type { Catalog } from "../../store/catalog.js";
import type { Dataset } from "../../store/dataset.js";
import type { NoteQuery } from "../../engines/clickhouse/client/node.js";
import type { ClusterSettings } from "../../engines/clickhouse/client/settings.js";
import { reviveOutcome } from "./bound-outcome.js";
import { Attempt } from "./attempt.js";
import { endAfterUse } from "./end-after-use.js";
import { Executor, type ExecutorOptions, LostWithOthers, Outgrown } from "./executor.js";
import type { BodyOrder, CallSettings } from "./messages.js";
import { OutlivedRequests } from "./outlived-requests.js";
import { RunningOrders } from "./running-orders.js";
import { LANE_BYTES } from "./own-lane.js";

/** Characters of parameters that are bound by the server's own thread. */
const MAX_OWN_CHARACTERS = 2000;
/** Datasets whose models a call is bound to by the server's own thread, if it names none. */
const MAX_OWN_DATASETS = 50;
/** Routes of calls about all datasets, unless some are named. */
const ABOUT_ALL: ReadonlySet<string> = new Set(["/api/2/search", "/api/2/suggest", "/search"]);
/** Steps of a body that are computed by the server's own thread: passing it on takes longer. */
const MAX_OWN_STEPS = 1_000_000;
/** Steps from which on a body is long: others must not wait for it. */
const MIN_LONG_STEPS = 30_000_000;
/** Times that work may take of what is allowed, waits for other work of its thread included. */
const MAX_OVERTIME = 2;
/**
 * Short bodies of a client that an executor has at once: it begins the next one while the last one is passed on. One more
 * is of another client, and takes turns with these.
 */
const PER_CLIENT = 2;
const AT_ONCE = PER_CLIENT + 1;
/** The same where bodies wait for a cluster most of the time, and long bodies that an executor has at once then. */
const PER_CLIENT_OF_CLUSTER = 4;
const AT_ONCE_OF_CLUSTER = 8;
const LONG_AT_ONCE_OF_CLUSTER = 2;
/** Milliseconds that short bodies of a cluster may take while others wait, at least: estimates leave out the cluster. */
const CLUSTER_MS = 2000;
/** Long bodies that one client may wait for. */
const MAX_LONG_PER_CLIENT = 4;
/** Nice value of threads for bodies that are not long: the server's thread has precedence. */
const SHORT_NICENESS = 3;
/** Limit of an executor's V8 heap: what a query takes beside the tables. */
const HEAP_MEGABYTES = 1024;

export interface ExecutorPoolOptions {
  readonly module: WebAssembly.Module;
  /** How threads reach the cluster that has the entries; absent: tables are in this process's memory. */
  readonly cluster?: ClusterSettings | undefined;
  /** Called with each query of the cluster that has ended. */
  readonly onClusterQuery?: NoteQuery | undefined;
  /** Limit of the process's memory; `Infinity`: none. */
  readonly memoryBytes: number;
  /** Computing threads of a query. */
  readonly threads: number;
  /** Number of executors for queries that are not long; one more makes the long ones. */
  readonly short: number;
  readonly catalog: Pick<Catalog, "get" | "list" | "watch"> & Partial<Pick<Catalog, "collections">>;
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
  /** Returns the time in milliseconds. */
  readonly now?: () => number;
}

/**
 * Threads that make the bodies that take long, so that the server's thread never computes for long. Short bodies do not
 * wait for long ones: one that outlives its estimate is begun again among these. Clients take turns in both lanes.
 */
export class ExecutorPool implements BodyExecutor {
  readonly #options: ExecutorPoolOptions;
  /** The datasets as shown last, with open versions that are not current; `null` if none has changed since the start. */
  #shown: readonly Dataset[] | null = null;
  readonly #short: readonly Executor[];
  readonly #long: Executor;
  /** Queue of short bodies. */
  readonly shortQueue: WorkQueue;
  /** Queue of long bodies. */
  readonly longQueue: WorkQueue;
  readonly #running: RunningOrders;
  readonly #usedBy: (executor: Executor) => number;
  /** Clients and routes whose last request outlived its estimate. */
  readonly #outlived = new OutlivedRequests();
  /** Long bodies of each client that waits for some. */
  readonly #longOf = new Map<string, number>();
  readonly #unwatch: () => void;

  constructor(options: ExecutorPoolOptions) {
    this.#options = options;
    const { short, threads, catalog, maxWaiting, maxWaitMs, now = () => performance.now() } = options;
    // Waiting for a cluster takes no time of a thread here.
    this.#usedBy = options.cluster ? now : (executor) => executor.usedMs;
    this.#running = new RunningOrders({
      now,
      usedBy: this.#usedBy,
      leastMs: options.cluster ? CLUSTER_MS : 0,
    });
    this.#short = Array.from({ length: short }, (_, at) =>
      this.#makeExecutor({ offset: (at + 1) * LANE_BYTES, bytes: LANE_BYTES }, threads, SHORT_NICENESS),
    );
    this.#long = this.#makeExecutor({ offset: (short + 1) * LANE_BYTES, bytes: Infinity }, threads, NICENESS);
    const [atOnce, perClient, longAtOnce] = options.cluster
      ? [AT_ONCE_OF_CLUSTER, PER_CLIENT_OF_CLUSTER, LONG_AT_ONCE_OF_CLUSTER]
      : [AT_ONCE, PER_CLIENT, 1];
    this.shortQueue = new WorkQueue(maxWaiting, maxWaitMs, now, short * atOnce, short * perClient);
    this.longQueue = new WorkQueue(maxWaiting, maxWaitMs, now, longAtOnce);
    this.#unwatch = catalog.watch((datasets) => {
      this.#shown = datasets;
      for (const executor of this.#all) executor.show(datasets);
    });
  }

  /** Start all threads now, instead of when they are first needed. */
  start(): void {
    for (const executor of this.#all) executor.start();
  }

  bind(
    call: RouteCall,
    cancel: RequestCancellation,
    callHere: () => Promise<Answer | Redirect>,
  ): Promise<Answer | Redirect> | null {
    const characters = call.pairs.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
    if (characters <= (this.#options.maxOwnCharacters ?? MAX_OWN_CHARACTERS) && !this.#isAboutMany(call)) return null;
    return this.#runShort(cancel, undefined, Infinity, async (executor, attempt) =>
      reviveOutcome(await executor.bind(call, attempt), this.#options.catalog, callHere),
    );
  }

  /** True for a call that is bound to the models of many datasets. */
  #isAboutMany({ route, pairs }: RouteCall): boolean {
    const isNamed = pairs.some(([name, value]) => name === "dataset" && value !== "");
    return ABOUT_ALL.has(route) && !isNamed && this.#options.catalog.list().length > MAX_OWN_DATASETS;
  }

  measure(call: RouteCall, { version }: Answer, cancel: RequestCancellation): Promise<FileFacts | null> {
    return this.#runLong(cancel, undefined, call, (attempt) => this.#long.measure({ call, version }, attempt));
  }

  make(
    call: RouteCall,
    answer: Answer,
    requested: BodyRequest,
    cancel: RequestCancellation,
  ): Promise<ComputedBody | null> | null {
    const { maxOwnSteps = MAX_OWN_STEPS, minLongSteps = MIN_LONG_STEPS } = this.#options;
    const key = `${cancel.client} ${call.route}`;
    const estimated = stepsOf(answer, requested, maxOwnSteps + 1);
    if (estimated <= maxOwnSteps) return null;
    const order = { call, requested, version: answer.version, canonical: answer.canonical, waited: 0 };
    if (estimated >= minLongSteps) return this.#makeLong(order, answer, cancel);
    return this.#outlived.has(key)
      ? this.#makeOutlived(order, estimated, key, answer, cancel)
      : this.#makeShort(order, estimated, key, answer, cancel);
  }

  /** End all threads. */
  async close(): Promise<void> {
    this.#unwatch();
    await Promise.all(this.#all.map((executor) => executor.close()));
  }

  get #all(): readonly Executor[] {
    return [...this.#short, this.#long];
  }

  #makeExecutor(lane: ScratchLane, threads: number, niceness: number): Executor {
    const { module, cluster, memoryBytes, settings, catalog, onLost, onClusterQuery } = this.#options;
    const options: ExecutorOptions = {
      start: { module, cluster, lane, memoryBytes, threads, niceness, settings },
      heapMegabytes: HEAP_MEGABYTES,
      list: () => this.#shown ?? catalog.list(),
      listCollections: () => catalog.collections ?? [],
      onLost,
      onClusterQuery,
    };
    return new Executor(options);
  }

  /** Return the executor that will be free soonest. The one for long bodies takes others only if all else is stuck. */
  #chooseShort(): Executor {
    const byLoad = this.#short.toSorted((a, b) => this.#running.countOn(a) - this.#running.countOn(b));
    const best = byLoad.find((executor) => !this.#running.isStuck(executor));
    if (best) return best;
    const isIdle = this.#numLong === 0 && this.#running.countOn(this.#long) === 0;
    return isIdle ? this.#long : byLoad[0]!;
  }

  async #makeShort(
    order: BodyOrder,
    estimated: number,
    key: string,
    answer: Answer,
    cancel: RequestCancellation,
  ): Promise<ComputedBody | null> {
    const { minLongSteps: maxSteps = MIN_LONG_STEPS } = this.#options;
    try {
      return await this.#runShort(cancel, answer.effort, estimated, (executor, attempt) =>
        this.#make(executor, { ...order, maxSteps }, answer, attempt),
      );
    } catch (error) {
      if (!(error instanceof Outgrown)) throw error;
      return this.#makeOutlived(order, estimated, key, answer, cancel);
    }
  }

  /** Make a body among the long ones that has outlived its estimate, and remember if it did so by itself. */
  async #makeOutlived(
    order: BodyOrder,
    estimated: number,
    key: string,
    answer: Answer,
    cancel: RequestCancellation,
  ): Promise<ComputedBody | null> {
    return this.#runLong(cancel, answer.effort, order.call, async (attempt) => {
      const begun = this.#usedBy(this.#long);
      const computed = await this.#make(this.#long, order, answer, attempt);
      this.#outlived.note(key, this.#usedBy(this.#long) - begun, this.#running.allowedMs(estimated));
      return computed;
    });
  }

  #makeLong(order: BodyOrder, answer: Answer, cancel: RequestCancellation): Promise<ComputedBody | null> {
    return this.#runLong(cancel, answer.effort, order.call, (attempt) =>
      this.#make(this.#long, order, answer, attempt),
    );
  }

  /** Carry out an order in the lane for long ones. @throws OverCapacity if too many of its client are there */
  async #runLong<Result>(
    cancel: RequestCancellation,
    effort: Effort | undefined,
    call: RouteCall,
    work: (attempt: Attempt) => Promise<Result>,
  ): Promise<Result> {
    const { client } = cancel;
    const running = this.#longOf.get(client) ?? 0;
    if (running >= MAX_LONG_PER_CLIENT) {
      throw new OverCapacity(errorText("too_many_long_queries", { count: running }));
    }
    this.#longOf.set(client, running + 1);
    try {
      const run = () => this.#attempt(cancel, this.#limitOf(call), work);
      return await this.longQueue.run(run, cancel, effort);
    } finally {
      const left = this.#longOf.get(client)! - 1;
      if (left === 0) this.#longOf.delete(client);
      else this.#longOf.set(client, left);
    }
  }

  get #numLong(): number {
    return [...this.#longOf.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Return the milliseconds of its thread after which a body is ended. */
  #limitOf({ actor }: RouteCall): number {
    return MAX_OVERTIME * computingSeconds(this.#options.settings, actor) * 1000;
  }

  /** Carry out an order in the lane for short ones. @throws Outgrown if it outlives its estimate while others wait */
  #runShort<Result>(
    cancel: RequestCancellation,
    effort: Effort | undefined,
    steps: number,
    work: (executor: Executor, attempt: Attempt) => Promise<Result>,
  ): Promise<Result> {
    const run = (): Promise<Result> =>
      this.#attempt(cancel, null, async (attempt) => {
        const executor = this.#chooseShort();
        const end = this.#running.begin({ executor, attempt, steps });
        const timer = Number.isFinite(steps)
          ? setInterval(() => this.#endOverdue(), this.#running.allowedMs(steps)).unref()
          : undefined;
        try {
          return await work(executor, attempt);
        } finally {
          clearInterval(timer);
          end();
        }
      });
    const done = this.shortQueue.run(run, cancel, effort);
    this.#endOverdue();
    return done;
  }

  #endOverdue(): void {
    this.#running.endOverdue((client) => this.shortQueue.hasOthers(client));
  }

  /**
   * Carry out an order, once more if its thread is lost because of another one.
   * @param milliseconds of the thread for long bodies after which it is ended; `null` for none
   * @throws Outgrown if it is ended without such a limit; OverCapacity beyond it
   */
  async #attempt<Result>(
    cancel: RequestCancellation,
    milliseconds: number | null,
    work: (attempt: Attempt) => Promise<Result>,
  ): Promise<Result> {
    const attempt = new Attempt(cancel);
    const unwatch =
      milliseconds === null ? () => {} : endAfterUse(attempt, milliseconds, () => this.#usedBy(this.#long));
    try {
      return await work(attempt).catch((error: unknown) => {
        if (error instanceof LostWithOthers && !attempt.aborted) return work(attempt);
        throw error;
      });
    } catch (error) {
      if (!attempt.isEnded || cutOffReason(error) === "deadline") throw error;
      throw milliseconds === null ? new Outgrown() : queryTooLong();
    } finally {
      unwatch();
      attempt.close();
    }
  }

  async #make(executor: Executor, order: BodyOrder, answer: Answer, attempt: Attempt): Promise<ComputedBody | null> {
    const done = await executor.make({ ...order, waited: answer.effort?.waited ?? 0 }, attempt);
    if (!done) return null;
    this.#options.onWork?.(done.cost.kernel);
    if (answer.effort) answer.effort.matches = done.cost.matches;
    return done.computed;
  }
}

/** Estimate the steps of a body. What has no estimate of its own is counted by its queries as they begin. */
function stepsOf({ estimate, jsonSteps = 0 }: Answer, { format }: BodyRequest, least: number): number {
  if (estimate) return estimate();
  return format === "json" ? jsonSteps : least;
}
