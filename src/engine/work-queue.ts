import { OverCapacity } from "../errors/errors.js";
import type { Effort } from "./effort.js";

interface Waiting {
  readonly asked: number;
  readonly begin: () => Promise<void>;
  readonly refuse: (reason: Error) => void;
}

/** A burst is worked off; for so many times the longest wait it is none any more. */
const LASTING = 5;

/**
 * Heavy work, first in, first out, one piece per turn of the event loop: between two of them everything light is
 * answered. Without it a burst of heavy requests holds up everybody. While more is asked for than can be done, what has
 * waited for too long is refused and the newest comes first, so that those who are answered are answered soon.
 */
export class WorkQueue {
  readonly #waiting: Waiting[] = [];
  readonly #maxWaiting: number;
  readonly #maxWaitMs: number;
  readonly #now: () => number;
  #isRunning = false;
  /** When nothing waited, and nothing had been refused for a while. */
  #emptyAt: number;
  #refusedAt = -Infinity;

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
   * @param effort to which the time is added for which it has waited and computed
   * @throws OverCapacity when too much waits already, or it has waited for too long
   */
  run<T>(work: () => Promise<T>, signal?: AbortSignal, effort?: Effort): Promise<T> {
    if (this.#waiting.length >= this.#maxWaiting) {
      return Promise.reject(new OverCapacity(`${this.#maxWaiting} requests are waiting already; try again later`));
    }
    const asked = this.#now();
    if (this.#waiting.length === 0 && asked - this.#refusedAt > LASTING * this.#maxWaitMs) this.#emptyAt = asked;
    return new Promise<T>((resolve, reject) => {
      const begin = async (): Promise<void> => {
        const begun = this.#now();
        if (effort) effort.waited += begun - asked;
        if (signal?.aborted) reject(new OverCapacity("The request was given up while it waited"));
        else await work().then(resolve, reject);
        if (effort) effort.computed += this.#now() - begun;
      };
      this.#waiting.push({ asked, begin, refuse: reject });
      if (!this.#isRunning) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#isRunning = true;
    for (let next = this.#next(); next; next = this.#next()) {
      await next.begin();
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#isRunning = false;
  }

  #next(): Waiting | undefined {
    const now = this.#now();
    if (now - this.#emptyAt <= LASTING * this.#maxWaitMs) return this.#waiting.shift();
    while (this.#waiting.length > 0 && now - this.#waiting[0]!.asked > this.#maxWaitMs) {
      this.#waiting.shift()!.refuse(new OverCapacity("Too much is asked for; try again later"));
      this.#refusedAt = now;
    }
    return this.#waiting.pop();
  }
}
