import { setImmediate } from "node:timers/promises";
import { queryTooLong } from "../errors/errors.js";
import { type Bounds, throwIfCancelled } from "./bounds.js";
import type { Usage } from "./cancellation.js";

/** Milliseconds of computation after which other work runs, if the bounds do not say it. */
const TURN_MS = 10;

/** The cost of a stage of a computation. */
export interface StageCost {
  readonly step: string;
  readonly ms: number;
  /** Cells that the stage gave. */
  readonly cells: number;
}

/** Limits of computations, some of which give no cells. */
type PaceBounds = Omit<Bounds, "maxCells"> & Partial<Pick<Bounds, "maxCells">>;

export interface PaceOptions {
  /** Returns the time in milliseconds. */
  readonly now?: () => number;
  /** Lets other work run. */
  readonly pause?: () => Promise<unknown>;
  /** Called at every check; throws if the computation takes too much of anything else than time. */
  readonly watch?: () => void;
}

/** Paces the computations of a request: within its bounds, and with pauses in which other work runs and it can be cancelled. */
export class Pace {
  readonly #bounds: PaceBounds;
  readonly #usage: Usage;
  readonly #now: () => number;
  readonly #pause: () => Promise<unknown>;
  readonly #watch: () => void;
  readonly #costs: StageCost[] = [];
  /** Start of the computation since it was last counted, and what the request had computed then: its parts may count themselves. */
  #begun = 0;
  #computed = 0;
  /** Milliseconds that were counted since the last pause. */
  #unpaused = 0;

  constructor(bounds: PaceBounds, { now, pause, watch = () => {} }: PaceOptions = {}) {
    this.#bounds = bounds;
    this.#usage = bounds.signal?.usage ?? { computed: 0 };
    this.#now = now ?? (() => performance.now());
    this.#pause = pause ?? (() => setImmediate());
    this.#watch = watch;
    this.#begin();
  }

  /** End of the computation if it does not pause before: the deadline, or when its share of the processor is used up. */
  get deadline(): number {
    const { deadline, maxComputing = Infinity } = this.#bounds;
    return Math.min(deadline, this.#begun + maxComputing - this.#computed);
  }

  get maxCells(): number {
    return this.#bounds.maxCells ?? Infinity;
  }

  /** Costs of the stages that were run. */
  get costs(): readonly StageCost[] {
    return this.#costs;
  }

  /** Check the bounds. @throws OverCapacity if the time is used up or the request was cancelled, and what `watch` throws */
  readonly check = (): void => {
    throwIfCancelled(this.#bounds);
    if (this.#now() > this.deadline) throw queryTooLong();
    this.#watch();
  };

  /** Begin the next step; pause first if it is the turn of others. @throws as `check` does */
  async step(): Promise<void> {
    this.check();
    if (this.#isOver()) await this.#rest();
  }

  /** Note what was computed since the last pause. */
  end(): void {
    const now = this.#now();
    const ms = Math.max(0, now - this.#begun - (this.#usage.computed - this.#computed));
    this.#unpaused += ms;
    this.#usage.computed += ms;
    this.#computed = this.#usage.computed;
    this.#begun = now;
  }

  /** Do a step for each number below `count`. @throws as `check` does */
  async repeat(count: number, step: (at: number) => void): Promise<void> {
    this.#begin();
    for (let at = 0; at < count; at++) {
      this.check();
      // Most steps are short: to await each would take longer.
      if (this.#isOver()) await this.#rest();
      step(at);
    }
    this.end();
  }

  /** Map items, one after the other. @throws as `check` does */
  async map<Item, Result>(items: readonly Item[], map: (item: Item, at: number) => Result): Promise<Result[]> {
    const results: Result[] = [];
    await this.repeat(items.length, (at) => void results.push(map(items[at]!, at)));
    return results;
  }

  /** Yield items one after the other, as they are taken. @throws as `check` does */
  async *over<Item>(items: Iterable<Item>): AsyncGenerator<Item, void> {
    this.#begin();
    for (const item of items) {
      this.check();
      if (this.#isOver()) await this.#rest();
      yield item;
    }
    this.end();
  }

  /** Run a stage, and note its cost. @param cells number of cells in the result. @throws as `check` does */
  async run<T>(step: string, compute: () => T, cells: (result: T) => number): Promise<T> {
    this.#begin();
    this.check();
    const begun = this.#begun;
    const result = compute();
    this.#costs.push({ step, ms: this.#now() - begun, cells: cells(result) });
    if (this.#isOver()) await this.#rest();
    else this.end();
    return result;
  }

  #begin(): void {
    this.#begun = this.#now();
    this.#computed = this.#usage.computed;
  }

  #isOver(): boolean {
    return this.#unpaused + this.#now() - this.#begun >= (this.#bounds.turn ?? TURN_MS);
  }

  async #rest(): Promise<void> {
    this.end();
    await this.#pause();
    this.#unpaused = 0;
    this.#begin();
    this.check();
  }
}
