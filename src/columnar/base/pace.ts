import { setImmediate } from "node:timers/promises";
import { type Bounds, throwIfCancelled } from "../../engine/bounds.js";
import { OutOfTime } from "../../kernel/memory/errors.js";

/** Milliseconds of computation after which the event loop gets a turn. */
const TURN_MS = 20;

/** Watches the deadline and the signal of one computation, which blocks the event loop while it runs. */
export class Pace {
  readonly #bounds: Omit<Bounds, "maxCells">;
  readonly #now: () => number;
  #begun: number;

  /** @param now in milliseconds */
  constructor(bounds: Omit<Bounds, "maxCells">, now = (): number => performance.now()) {
    this.#bounds = bounds;
    this.#now = now;
    this.#begun = now();
  }

  get deadline(): number {
    return this.#bounds.deadline;
  }

  /** Check deadline and signal. @throws OutOfTime; OverCapacity if the answer is no longer needed */
  readonly check = (): void => {
    throwIfCancelled(this.#bounds);
    if (Date.now() > this.#bounds.deadline) throw new OutOfTime();
  };

  /**
   * Begin the next step. After a long one the event loop gets a turn first: a client's disconnection is only noticed
   * then.
   * @throws as `check` does
   */
  async step(): Promise<void> {
    this.check();
    if (this.#now() - this.#begun < TURN_MS) return;
    await setImmediate();
    this.#begun = this.#now();
    this.check();
  }
}
