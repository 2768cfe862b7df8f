import type { Attempt } from "./attempt.js";
import type { Executor } from "./executor.js";

/** Milliseconds after which an executor that is still busy gets no more work, if another one is free. */
const PATIENCE_MS = 100;
/** A request that takes this many times its estimate is in the wrong lane, if others wait. */
const OVERRUN = 5;
/** Shortest estimate in milliseconds: what is passed between threads, or computed for the first time, takes some of it. */
const MIN_ESTIMATE_MS = 20;
const STEPS_PER_MS = 1_000_000;

/** An order that an executor has begun. */
export interface RunningOrder {
  readonly executor: Executor;
  readonly attempt: Attempt;
  /** Estimated steps; `Infinity` for an order that is done in any lane. */
  readonly steps: number;
}

/** Times of an order so far. */
interface Progress {
  readonly begun: number;
  /** Milliseconds that its executor has used for it. */
  used: number;
}

export interface RunningOrdersOptions {
  /** Returns the time in milliseconds. */
  readonly now: () => number;
  /** Returns the milliseconds that an executor has used: on a busy machine, more time passes than it gets. */
  readonly usedBy: (executor: Executor) => number;
  /** Milliseconds that each order may take, at least. */
  readonly leastMs?: number;
}

/** The orders that executors have begun in the lane for short ones. */
export class RunningOrders {
  readonly #begun = new Map<RunningOrder, Progress>();
  /** Time of each executor when it was last shared out among its orders. */
  readonly #sharedOut = new Map<Executor, number>();
  readonly #options: RunningOrdersOptions;

  constructor(options: RunningOrdersOptions) {
    this.#options = options;
  }

  /** Return the milliseconds that a short order may take while others wait. */
  allowedMs(steps: number): number {
    return Math.max(this.#options.leastMs ?? 0, allowedMs(steps));
  }

  /** Note that an order begins. @returns notes that it has ended, and returns the milliseconds that were used for it */
  begin(order: RunningOrder): () => number {
    this.#shareOut(order.executor);
    const progress = { begun: this.#options.now(), used: 0 };
    this.#begun.set(order, progress);
    return () => {
      this.#shareOut(order.executor);
      this.#begun.delete(order);
      return progress.used;
    };
  }

  countOn(executor: Executor): number {
    return this.#ordersOf(executor).length;
  }

  /** True if an executor does not come to the end of an order. */
  isStuck(executor: Executor): boolean {
    const now = this.#options.now();
    return this.#ordersOf(executor).some(([, { begun }]) => now - begun > PATIENCE_MS);
  }

  /**
   * End orders that have outlived their estimates, where those of other clients wait for them: of each executor only
   * the one that did so by most, since the others may have waited for it.
   */
  endOverdue(hasOthersWaiting: (client: string) => boolean): void {
    for (const executor of new Set([...this.#begun.keys()].map((order) => order.executor))) {
      this.#shareOut(executor);
      const orders = this.#ordersOf(executor);
      const overrun = ([{ steps }, { used }]: (typeof orders)[number]): number => used / this.allowedMs(steps);
      const worst = orders
        .filter(
          ([{ attempt }]) =>
            !attempt.isEnded &&
            (orders.some(([other]) => other.attempt.client !== attempt.client) || hasOthersWaiting(attempt.client)),
        )
        .toSorted((a, b) => overrun(b) - overrun(a))[0];
      if (worst && overrun(worst) >= 1) worst[0].attempt.end();
    }
  }

  #ordersOf(executor: Executor): readonly [RunningOrder, Progress][] {
    return [...this.#begun].filter(([order]) => order.executor === executor);
  }

  /** Count what an executor has used since the last time for its orders, the same for each: they take turns. */
  #shareOut(executor: Executor): void {
    const time = this.#options.usedBy(executor);
    const since = Math.max(0, time - (this.#sharedOut.get(executor) ?? time));
    this.#sharedOut.set(executor, time);
    const orders = this.#ordersOf(executor);
    for (const [, progress] of orders) progress.used += since / orders.length;
  }
}

/** Return the milliseconds that a short order may take while others wait. */
export function allowedMs(steps: number): number {
  return OVERRUN * Math.max(MIN_ESTIMATE_MS, steps / STEPS_PER_MS);
}
