import { OverCapacity } from "../errors/errors.js";
import type { Effort } from "./effort.js";

type Task = () => Promise<void>;

/**
 * Heavy work, first in, first out, one piece per turn of the event loop: between two of them everything light is
 * answered. Without it a burst of heavy requests holds up everybody.
 */
export class WorkQueue {
  readonly #waiting: Task[] = [];
  readonly #maxWaiting: number;
  #isRunning = false;

  /** @param maxWaiting pieces that may wait; more are refused */
  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Do some work when its turn has come.
   * @param signal aborted when nobody waits for it any more: then it is not begun
   * @param effort told how long it has waited and computed
   * @throws OverCapacity when too much waits already
   */
  run<T>(work: () => Promise<T>, signal?: AbortSignal, effort?: Effort): Promise<T> {
    if (this.#waiting.length >= this.#maxWaiting) {
      return Promise.reject(new OverCapacity(`${this.#maxWaiting} requests are waiting already; try again later`));
    }
    const asked = performance.now();
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push(async () => {
        const begun = performance.now();
        if (effort) effort.waited = begun - asked;
        if (signal?.aborted) reject(new OverCapacity("The request was given up while it waited"));
        else await work().then(resolve, reject);
        if (effort) effort.computed = performance.now() - begun;
      });
      if (!this.#isRunning) void this.#drain();
    });
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
