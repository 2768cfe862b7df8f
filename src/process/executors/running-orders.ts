import type { Attempt } from "./attempt.js";
import type { Executor } from "./executor.js";

/** Milliseconds after which an executor that is still busy gets no more work, if another one is free. */
const PATIENCE_MS = 100;
/** A request that takes this many times its estimate is in the wrong lane, if others wait. */
const OVERRUN = 5;
/** Shortest estimate in milliseconds: what is passed between threads takes some of it. */
const MIN_ESTIMATE_MS = 10;
const STEPS_PER_MS = 1_000_000;

/** An order that an executor has begun. */
export interface RunningOrder {
  readonly executor: Executor;
  readonly attempt: Attempt;
  /** Estimated steps; `Infinity` for an order that is done in any lane. */
  readonly steps: number;
}

/** The orders that executors have begun in the lane for short ones. */
export class RunningOrders {
  readonly #begun = new Map<RunningOrder, number>();
  readonly #now: () => number;

  readonly #leastMs: number;

  /** @param now the time in milliseconds @param leastMs milliseconds that each order may take, at least */
  constructor(now: () => number, leastMs = 0) {
    this.#now = now;
    this.#leastMs = leastMs;
  }

  /** Return the milliseconds that a short order may take while others wait. */
  allowedMs(steps: number): number {
    return Math.max(this.#leastMs, allowedMs(steps));
  }

  /** Note that an order begins. @returns notes that it has ended */
  begin(order: RunningOrder): () => void {
    this.#begun.set(order, this.#now());
    return () => void this.#begun.delete(order);
  }

  countOn(executor: Executor): number {
    return [...this.#begun.keys()].reduce((sum, order) => sum + Number(order.executor === executor), 0);
  }

  /** True if an executor does not come to the end of an order. */
  isStuck(executor: Executor): boolean {
    const now = this.#now();
    return [...this.#begun].some(([order, begun]) => order.executor === executor && now - begun > PATIENCE_MS);
  }

  /** End the orders that have outlived their estimates, where those of other clients wait for them. */
  endOverdue(hasOthersWaiting: (client: string) => boolean): void {
    const now = this.#now();
    for (const [{ executor, attempt, steps }, begun] of this.#begun) {
      if (now - begun < this.allowedMs(steps)) continue;
      const isShared = [...this.#begun.keys()].some(
        (other) => other.executor === executor && other.attempt.client !== attempt.client,
      );
      if (isShared || hasOthersWaiting(attempt.client)) attempt.end();
    }
  }
}

/** Return the milliseconds that a short order may take while others wait. */
export function allowedMs(steps: number): number {
  return OVERRUN * Math.max(MIN_ESTIMATE_MS, steps / STEPS_PER_MS);
}
