import { setImmediate } from "node:timers/promises";
import { type Bounds, throwIfCancelled } from "../../engine/bounds.js";
import { OutOfTime } from "../../kernel/memory/errors.js";

/** Milliseconds of computation after which the event loop runs other work. */
const YIELD_AFTER_MS = 20;

/** Deadline and cancellation checks of one computation, which yields to the event loop between steps. */
export class Pace {
  readonly #bounds: Omit<Bounds, "maxCells">;
  readonly #now: () => number;
  #begun: number;

  /** @param now returns the time in milliseconds, for measuring steps */
  constructor(bounds: Omit<Bounds, "maxCells">, now = (): number => performance.now()) {
    this.#bounds = bounds;
    this.#now = now;
    this.#begun = now();
  }

  get deadline(): number {
    return this.#bounds.deadline;
  }

  /**
   * Check the deadline and the cancellation signal.
   * @throws OutOfTime after the deadline; OverCapacity if the request was cancelled
   */
  readonly check = (): void => {
    throwIfCancelled(this.#bounds);
    if (Date.now() > this.#bounds.deadline) throw new OutOfTime();
  };

  /**
   * Begin the next step. After `YIELD_AFTER_MS` of computation it first yields to the event loop, because a cancellation can only
   * arrive there.
   * @throws OutOfTime or OverCapacity, as `check` does
   */
  async step(): Promise<void> {
    this.check();
    if (this.#now() - this.#begun < YIELD_AFTER_MS) return;
    await setImmediate();
    this.#begun = this.#now();
    this.check();
  }
}
