import { setImmediate } from "node:timers/promises";
import { OverCapacity } from "../errors/errors.js";
import { type Bounds, throwIfCancelled } from "../engine/bounds.js";

/** The cost of a stage. */
export interface StageCost {
  readonly step: string;
  readonly ms: number;
  /** Cells that the stage gave. */
  readonly cells: number;
}

/** Milliseconds of computation after which the event loop runs other work. */
const YIELD_AFTER_MS = 20;

/** Runs stages one after another within the bounds of a request, and measures them. */
export class Stages {
  readonly #bounds: Bounds;
  readonly #costs: StageCost[] = [];
  #unyielded = 0;
  #begun = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  get maxCells(): number {
    return this.#bounds.maxCells;
  }

  get costs(): readonly StageCost[] {
    return this.#costs;
  }

  /** Check the deadline within a stage. @throws OverCapacity if the time is used up */
  readonly check = (): void => {
    const { deadline, maxComputing = Infinity, signal } = this.#bounds;
    const now = performance.now();
    const computed = (signal?.usage?.computed ?? 0) + now - this.#begun;
    if (now <= deadline && computed <= maxComputing) return;
    throw new OverCapacity("The aggregation took too long", { limit: "deadline" });
  };

  /**
   * Run a stage.
   * @param cells number of cells in the result
   * @throws OverCapacity before it begins, if the time is used up or the request was cancelled
   */
  async run<T>(step: string, compute: () => T, cells: (result: T) => number): Promise<T> {
    throwIfCancelled(this.#bounds);
    this.#begun = performance.now();
    this.check();
    const result = compute();
    const ms = performance.now() - this.#begun;
    const { usage } = this.#bounds.signal ?? {};
    if (usage) usage.computed += ms;
    this.#costs.push({ step, ms, cells: cells(result) });
    this.#unyielded += ms;
    if (this.#unyielded >= YIELD_AFTER_MS) {
      this.#unyielded = 0;
      await setImmediate();
    }
    return result;
  }
}
