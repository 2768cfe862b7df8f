import { setImmediate } from "node:timers/promises";
import { type Bounds, throwIfCancelled } from "../../engine/bounds.js";
import { OutOfTime } from "../../kernel/memory/errors.js";

/** Milliseconds of computation after which everything else has a turn. */
const TURN_MS = 20;

/** Watches over one computation, which holds up the event loop while it runs. */
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

  /** @throws OutOfTime; OverCapacity when nobody waits any more */
  readonly check = (): void => {
    throwIfCancelled(this.#bounds);
    if (Date.now() > this.#bounds.deadline) throw new OutOfTime();
  };

  /**
   * Come to the next step. After a long one the event loop has a turn first: only then can anybody say that nobody
   * waits any more.
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
