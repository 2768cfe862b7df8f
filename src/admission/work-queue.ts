import { OverCapacity } from "../errors/errors.js";
import type { Cancellation } from "../engine/cancellation.js";
import type { Effort } from "../engine/query-cost.js";
import { OverloadDetector } from "./overload-detector.js";

interface Waiting {
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
 * Queue for heavy jobs: first in, first out, by default one job per turn of the event loop, so that light requests are answered
 * between two jobs. Without the queue a burst of heavy requests would delay all others. During an overload only the
 * newest jobs wait and older ones are refused, so that the accepted ones are answered soon.
 */
export class WorkQueue {
  readonly #waiting: Waiting[] = [];
  readonly #maxWaiting: number;
  readonly #maxWaitMs: number;
  readonly #overload: OverloadDetector;
  readonly #now: () => number;
  readonly #atOnce: number;
  /** Number of jobs that are running. */
  #running = 0;

  /**
   * @param maxWaiting jobs that may wait; more are refused
   * @param maxWaitMs longest allowed wait; a longer one is an overload if the queue has been busy for five times as long
   * @param now the time in milliseconds
   * @param atOnce jobs that run at once: more than one if they wait for other machines
   */
  constructor(maxWaiting: number, maxWaitMs = Infinity, now = (): number => performance.now(), atOnce = 1) {
    this.#maxWaiting = maxWaiting;
    this.#maxWaitMs = maxWaitMs;
    this.#overload = new OverloadDetector(LASTING * maxWaitMs);
    this.#now = now;
    this.#atOnce = atOnce;
  }

  /** Number of waiting jobs. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** True during an overload: the queue has received more work than it can do for a while. */
  get isOverloaded(): boolean {
    return this.#overload.holds(this.#now());
  }

  /** Jobs that an overloaded queue still accepts without refusing a waiting one. */
  get room(): number {
    return Math.max(0, this.#maxOverloaded - this.#waiting.length);
  }

  /** Note that requests were refused, by this queue or before they reached it. */
  noteRefused(): void {
    this.#overload.noteRefused();
  }

  /** The error for requests that are refused during an overload. */
  get refusal(): OverCapacity {
    return new OverCapacity("The server is overloaded; try again later");
  }

  /**
   * Run a job when its turn has come.
   * @param signal aborted when the result is no longer needed; a waiting job is then not started
   * @param effort receives the waiting and computing time, in milliseconds, added to what it holds
   * @throws OverCapacity if the queue is full, or newer jobs replace this one during an overload
   */
  run<T>(work: () => Promise<T>, signal?: Cancellation, effort?: Effort): Promise<T> {
    const requested = this.#now();
    const isFull = this.#waiting.length >= this.#maxWaiting;
    if (isFull) this.#overload.noteExcess(requested);
    if (isFull && !this.#overload.holds(requested)) {
      return Promise.reject(new OverCapacity(`${this.#maxWaiting} requests are waiting already; try again later`));
    }
    this.#overload.noteBusy(requested);
    return new Promise<T>((resolve, reject) => {
      const begin = async (): Promise<void> => {
        this.#overload.noteBegun();
        const begun = this.#now();
        if (effort) effort.waited += begun - requested;
        if (signal?.aborted)
          reject(new OverCapacity("The request was cancelled while it waited", { limit: "cancelled" }));
        else await work().then(resolve, reject);
        if (effort) effort.computed += this.#now() - begun;
      };
      this.#waiting.push({ requested, begin, refuse: reject });
      if (this.#overload.holds(requested)) this.#dropOldest();
      if (this.#running < this.#atOnce) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#running++;
    for (let next = this.#next(); next; next = this.#next()) {
      await next.begin();
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#running--;
    if (this.#running === 0) this.#overload.noteIdle(this.#now());
  }

  #next(): Waiting | undefined {
    const [oldest] = this.#waiting;
    const now = this.#now();
    if (oldest && now - oldest.requested > this.#maxWaitMs) {
      this.#overload.noteExcess(now);
      if (this.#overload.holds(now)) this.#dropOldest();
    }
    return this.#waiting.shift();
  }

  #dropOldest(): void {
    const tooMany = this.#waiting.splice(0, Math.max(0, this.#waiting.length - this.#maxOverloaded));
    if (tooMany.length > 0) this.noteRefused();
    for (const { refuse } of tooMany) refuse(this.refusal);
  }

  get #maxOverloaded(): number {
    return Math.min(MAX_WAITING_OVERLOADED, this.#maxWaiting);
  }
}
