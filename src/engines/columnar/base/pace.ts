import { setImmediate } from "node:timers/promises";
import { type Bounds, throwIfCancelled } from "../../../core/engine/bounds.js";
import type { Usage } from "../../../core/engine/cancellation.js";
import { OutOfTime } from "../../kernel/memory/errors.js";
import { NO_LIMIT } from "../../kernel/memory/memory-limit.js";
import { MemoryGrowth } from "../../kernel/memory/memory-growth.js";

/** Milliseconds of computation after which the event loop runs other work. */
const YIELD_AFTER_MS = 20;

/** Deadline and cancellation checks of one computation, which yields to the event loop between steps. */
export class Pace {
  readonly #bounds: Omit<Bounds, "maxCells">;
  readonly #now: () => number;
  readonly #usage: Usage;
  readonly #memory: MemoryGrowth;
  /** Start of the computation since it last yielded. */
  #begun: number;

  /**
   * @param now returns the time in milliseconds, for measuring steps
   * @param memory limit of the process's memory
   */
  constructor(bounds: Omit<Bounds, "maxCells">, now = (): number => performance.now(), memory = NO_LIMIT) {
    this.#memory = new MemoryGrowth(memory, now);
    this.#bounds = bounds;
    this.#now = now;
    this.#usage = bounds.signal?.usage ?? { computed: 0 };
    this.#begun = now();
  }

  /** End of the computation if it does not yield before: the deadline, or when its share of the processor is used up. */
  get deadline(): number {
    const { deadline, maxComputing = Infinity } = this.#bounds;
    return Math.min(deadline, this.#begun + maxComputing - this.#usage.computed);
  }

  /** True if the computation has taken so much memory that its garbage is worth collecting. */
  get isLarge(): boolean {
    return this.#memory.isLarge;
  }

  /**
   * Check the deadline, the cancellation signal and, now and then, the memory.
   * @throws OutOfTime after the deadline; OverCapacity if the request was cancelled; OverMemoryLimit
   */
  readonly check = (): void => {
    throwIfCancelled(this.#bounds);
    if (this.#now() > this.deadline) throw new OutOfTime();
    this.#memory.check();
  };

  /**
   * Begin the next step. After `YIELD_AFTER_MS` of computation it first yields to the event loop, because a cancellation can only
   * arrive there.
   * @throws as `check` does
   */
  async step(): Promise<void> {
    this.check();
    if (this.#now() - this.#begun < YIELD_AFTER_MS) return;
    this.end();
    await setImmediate();
    this.#begun = this.#now();
    this.check();
  }

  /** Note what was computed since the last yield. */
  end(): void {
    const now = this.#now();
    this.#usage.computed += now - this.#begun;
    this.#begun = now;
  }
}
