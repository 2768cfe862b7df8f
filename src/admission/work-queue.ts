import { OverCapacity } from "../errors/errors.js";
import type { Cancellation } from "../engine/cancellation.js";
import type { Effort } from "../engine/query-cost.js";
import { OverloadDetector } from "./overload-detector.js";

interface Waiting {
  readonly requested: number;
  readonly begin: () => Promise<void>;
  readonly refuse: (reason: Error) => void;
}

/** A burst is worked off; for so many times the longest wait it is none any more. */
const LASTING = 5;
/** Pieces that may wait then: with fewer there is sometimes nothing to do, with more all are answered later. */
const FEW = 2;

/**
 * Heavy work, first in, first out, one piece per turn of the event loop: between two of them everything light is
 * answered. Without it a burst of heavy requests holds up everybody. While more is asked for than can be done, only the
 * newest few wait and what was there before them is refused, so that those who are answered are answered soon.
 */
export class WorkQueue {
  readonly #waiting: Waiting[] = [];
  readonly #maxWaiting: number;
  readonly #maxWaitMs: number;
  readonly #overload: OverloadDetector;
  readonly #now: () => number;
  #isRunning = false;

  /**
   * @param maxWaiting pieces that may wait; more are refused
   * @param maxWaitMs a longer wait is too long, once there has always been something to do for five times as long
   * @param now in milliseconds
   */
  constructor(maxWaiting: number, maxWaitMs = Infinity, now = (): number => performance.now()) {
    this.#maxWaiting = maxWaiting;
    this.#maxWaitMs = maxWaitMs;
    this.#overload = new OverloadDetector(LASTING * maxWaitMs);
    this.#now = now;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whether more is asked for than can be done, and has been for a while. */
  get isOverloaded(): boolean {
    return this.#overload.holds(this.#now());
  }

  /** Pieces that may still come while it is overloaded without another being refused for them. */
  get room(): number {
    return Math.max(0, this.#few - this.#waiting.length);
  }

  /** Some were refused, here or before they came here. */
  noteRefused(): void {
    this.#overload.noteRefused();
  }

  /** What those are told who are refused then. */
  get refusal(): OverCapacity {
    return new OverCapacity("Too much is asked for; try again later");
  }

  /**
   * Do some work when its turn has come.
   * @param signal aborted when nobody waits for it any more: then it is not begun
   * @param effort to which the time is added for which it has waited and computed
   * @throws OverCapacity when too much waits already, or comes while it waits
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
        if (signal?.aborted) reject(new OverCapacity("The request was given up while it waited"));
        else await work().then(resolve, reject);
        if (effort) effort.computed += this.#now() - begun;
      };
      this.#waiting.push({ requested, begin, refuse: reject });
      if (this.#overload.holds(requested)) this.#keepFew();
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
    this.#overload.noteIdle(this.#now());
  }

  #next(): Waiting | undefined {
    const [oldest] = this.#waiting;
    const now = this.#now();
    if (oldest && now - oldest.requested > this.#maxWaitMs) {
      this.#overload.noteExcess(now);
      if (this.#overload.holds(now)) this.#keepFew();
    }
    return this.#waiting.shift();
  }

  #keepFew(): void {
    const tooMany = this.#waiting.splice(0, Math.max(0, this.#waiting.length - this.#few));
    if (tooMany.length > 0) this.noteRefused();
    for (const { refuse } of tooMany) refuse(this.refusal);
  }

  get #few(): number {
    return Math.min(FEW, this.#maxWaiting);
  }
}
