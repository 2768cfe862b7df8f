import { errorText } from "../errors/error-text.js";
import { OverCapacity } from "../errors/errors.js";
import type { Cancellation } from "../engine/cancellation.js";
import type { Effort } from "../engine/query-cost.js";
import { ClientShares } from "./client-shares.js";
import { OverloadDetector } from "./overload-detector.js";

interface Waiting {
  readonly client: string;
  readonly requested: number;
  readonly begin: () => Promise<void>;
  readonly refuse: (reason: Error) => void;
}

/** A queue that stays busy for this many times the longest allowed wait is no longer working off a burst. */
const LASTING = 5;
/**
 * Jobs that may wait during an overload: with fewer the queue sometimes runs empty, with more every answer takes
 * longer.
 */
const MAX_WAITING_OVERLOADED = 2;

/**
 * Queue for heavy jobs: by turns of the clients, and of each client first in, first out; by default one job per turn of
 * the event loop, so that light requests are answered between two jobs. Without the queue a burst of heavy requests would
 * delay all others. During an overload only the newest jobs wait and older ones are refused, those of the client with the
 * most first, so that the accepted ones are answered soon.
 */
export class WorkQueue {
  readonly #waiting: Waiting[] = [];
  readonly #maxWaiting: number;
  readonly #maxWaitMs: number;
  readonly #overload: OverloadDetector;
  readonly #now: () => number;
  readonly #atOnce: number;
  readonly #perClient: number;
  readonly #shares = new ClientShares();
  /** Number of jobs that are running. */
  #running = 0;

  /**
   * @param maxWaiting jobs that may wait; more are refused
   * @param maxWaitMs longest allowed wait; a longer one is an overload if the queue has been busy for five times as long
   * @param now the time in milliseconds
   * @param atOnce jobs that run at once: more than one if they wait for other threads or machines
   * @param perClient the same for each client, so that there is a place for others
   */
  constructor(
    maxWaiting: number,
    maxWaitMs = Infinity,
    now = (): number => performance.now(),
    atOnce = 1,
    perClient = atOnce,
  ) {
    this.#maxWaiting = maxWaiting;
    this.#maxWaitMs = maxWaitMs;
    this.#overload = new OverloadDetector(LASTING * maxWaitMs);
    this.#now = now;
    this.#atOnce = atOnce;
    this.#perClient = perClient;
  }

  /** Number of waiting jobs. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** True if a job of another client waits. */
  hasOthers(client: string): boolean {
    return this.#waiting.some((each) => each.client !== client);
  }

  /** True during an overload: the queue has received more work than it can do for a while. */
  get isOverloaded(): boolean {
    return this.#overload.holds(this.#now());
  }

  /** Jobs that an overloaded queue still accepts without refusing a waiting one. */
  get room(): number {
    return Math.max(0, this.#maxOverloaded - this.#waiting.length);
  }

  /** True if an overloaded queue accepts a job of a client for which it refuses one of another that has more. */
  hasRoomFor(client: string): boolean {
    return this.#countOf(client) === 0 && this.#waiting.length >= MAX_WAITING_OVERLOADED;
  }

  /** Note that requests were refused, by this queue or before they reached it. */
  noteRefused(): void {
    this.#overload.noteRefused();
  }

  /** The error for requests that are refused during an overload. */
  get refusal(): OverCapacity {
    return new OverCapacity(errorText("server_overloaded"));
  }

  /**
   * Run a job when its turn has come.
   * @param signal aborted when the result is no longer needed; a waiting job is then not started. It names the client
   * @param effort receives the waiting and computing time, in milliseconds, added to what it holds
   * @throws OverCapacity if the queue is full, or newer jobs replace this one during an overload
   */
  run<T>(work: () => Promise<T>, signal?: Cancellation, effort?: Effort): Promise<T> {
    const { client = "" } = signal ?? {};
    const requested = this.#now();
    const isFull = this.#waiting.length >= this.#maxWaiting;
    if (isFull) this.#overload.noteExcess(requested);
    if (isFull && !this.#overload.holds(requested) && !this.#makeRoom(client)) {
      return Promise.reject(this.#full);
    }
    this.#overload.noteBusy(requested);
    return new Promise<T>((resolve, reject) => {
      const begin = async (): Promise<void> => {
        this.#overload.noteBegun();
        const begun = this.#now();
        if (effort) effort.waited += begun - requested;
        if (signal?.aborted) reject(new OverCapacity(errorText("request_cancelled_waiting"), { limit: "cancelled" }));
        else await work().then(resolve, reject);
        const took = this.#now() - begun;
        if (effort) effort.computed += took;
        this.#shares.end(client, took);
      };
      this.#waiting.push({ client, requested, begin, refuse: reject });
      if (this.#overload.holds(requested)) this.#dropMany();
      if (this.#running < this.#atOnce) void this.#drain();
    });
  }

  get #full(): OverCapacity {
    return new OverCapacity(errorText("too_many_waiting", { count: this.#maxWaiting }));
  }

  async #drain(): Promise<void> {
    this.#running++;
    for (let next = this.#next(); next; next = this.#next()) {
      await next.begin();
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#running < this.#atOnce && this.#waiting.length > 0) void this.#drain();
    }
    this.#running--;
    if (this.#running > 0) return;
    this.#shares.clear();
    this.#overload.noteIdle(this.#now());
  }

  #next(): Waiting | undefined {
    const [oldest] = this.#waiting;
    const now = this.#now();
    if (oldest && now - oldest.requested > this.#maxWaitMs) {
      this.#overload.noteExcess(now);
      if (this.#overload.holds(now)) this.#dropMany();
    }
    const at = this.#shares.choose(
      this.#waiting,
      (client) => this.#perClient >= this.#atOnce || this.#shares.runningOf(client) < this.#perClient,
    );
    if (at < 0) return undefined;
    const [next] = this.#waiting.splice(at, 1);
    this.#shares.begin(next!.client);
    return next;
  }

  /** Refuse the newest job of the client with the most, if it has more than one more than another client. */
  #makeRoom(client: string): boolean {
    const most = this.#largest();
    if (most === undefined || this.#countOf(most) <= this.#countOf(client) + 1) return false;
    const at = this.#waiting.findLastIndex((each) => each.client === most);
    const [removed] = this.#waiting.splice(at, 1);
    removed!.refuse(this.#full);
    return true;
  }

  /** Refuse the oldest jobs of the clients with the most until few are left. */
  #dropMany(): void {
    if (this.#waiting.length <= this.#maxOverloaded) return;
    this.noteRefused();
    while (this.#waiting.length > this.#maxOverloaded) {
      const most = this.#largest();
      const at = this.#waiting.findIndex(({ client }) => client === most);
      const [removed] = this.#waiting.splice(at, 1);
      removed!.refuse(this.refusal);
    }
  }

  /** Return the client with the most waiting jobs; of several the one that had most of the time. */
  #largest(): string | undefined {
    const counts = new Map<string, number>();
    for (const { client } of this.#waiting) counts.set(client, (counts.get(client) ?? 0) + 1);
    return [...counts.keys()].toSorted(
      (a, b) => counts.get(b)! - counts.get(a)! || this.#shares.spentBy(b) - this.#shares.spentBy(a),
    )[0];
  }

  #countOf(client: string): number {
    return this.#waiting.reduce((sum, each) => sum + Number(each.client === client), 0);
  }

  get #maxOverloaded(): number {
    return Math.min(MAX_WAITING_OVERLOADED, this.#maxWaiting);
  }
}
