import { OverCapacity } from "../errors/errors.js";
import type { Effort } from "./effort.js";

type Task = () => Promise<void>;

/** A burst is worked off; for so many times the longest wait it is none any more. */
const LASTING = 5;

/**
 * Heavy work, first in, first out, one piece per turn of the event loop: between two of them everything light is
 * answered. Without it a burst of heavy requests holds up everybody. While more is asked for than can be done, what has
 * waited for too long is refused, so that the rest is answered soon and all is well again as soon as less is asked for.
 */
export class WorkQueue {
  readonly #waiting: Task[] = [];
  readonly #maxWaiting: number;
  readonly #maxWaitMs: number;
  readonly #now: () => number;
  #isRunning = false;
  /** When nothing waited. */
  #emptyAt: number;

  /**
   * @param maxWaiting pieces that may wait; more are refused
   * @param maxWaitMs how long each may wait once the queue has not been empty for five times as long
   * @param now in milliseconds
   */
  constructor(maxWaiting: number, maxWaitMs = Infinity, now = (): number => performance.now()) {
    this.#maxWaiting = maxWaiting;
    this.#maxWaitMs = maxWaitMs;
    this.#now = now;
    this.#emptyAt = now();
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Do some work when its turn has come.
   * @param signal aborted when nobody waits for it any more: then it is not begun
   * @param effort told how long it has waited and computed
   * @throws OverCapacity when too much waits already, or it has waited for too long
   */
  run<T>(work: () => Promise<T>, signal?: AbortSignal, effort?: Effort): Promise<T> {
    if (this.#waiting.length >= this.#maxWaiting) {
      return Promise.reject(new OverCapacity(`${this.#maxWaiting} requests are waiting already; try again later`));
    }
    const asked = this.#now();
    if (this.#waiting.length === 0) this.#emptyAt = asked;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push(async () => {
        const begun = this.#now();
        if (effort) effort.waited = begun - asked;
        if (signal?.aborted) reject(new OverCapacity("The request was given up while it waited"));
        else if (this.#isTooLate(asked, begun)) reject(new OverCapacity("Too much is asked for; try again later"));
        else await work().then(resolve, reject);
        if (effort) effort.computed = this.#now() - begun;
      });
      if (!this.#isRunning) void this.#drain();
    });
  }

  #isTooLate(asked: number, begun: number): boolean {
    return begun - asked > this.#maxWaitMs && begun - this.#emptyAt > LASTING * this.#maxWaitMs;
  }

  async #drain(): Promise<void> {
    this.#isRunning = true;
    for (let task = this.#waiting.shift(); task; task = this.#waiting.shift()) {
      await task();
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#isRunning = false;
  }
}
