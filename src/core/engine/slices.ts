import { setImmediate } from "node:timers/promises";
import { OverCapacity } from "../errors/errors.js";
import { type Bounds, throwIfCancelled } from "./bounds.js";
import type { Usage } from "./cancellation.js";

/** Milliseconds of work after which other work runs. */
const SLICE_MS = 10;

export interface SliceOptions {
  /** Returns the time in milliseconds. */
  readonly now?: () => number;
  /** Lets other work run. */
  readonly pause?: () => Promise<unknown>;
}

/** Work on many items, in slices between which other work runs, within the bounds of a request. */
export class Slices {
  readonly #bounds: Omit<Bounds, "maxCells">;
  readonly #usage: Usage;
  readonly #now: () => number;
  readonly #pause: () => Promise<unknown>;
  #begun = 0;
  /** Computation of the request until then: steps may count their own queries. */
  #computed = 0;

  constructor(bounds: Omit<Bounds, "maxCells">, { now, pause }: SliceOptions = {}) {
    this.#bounds = bounds;
    this.#usage = bounds.signal?.usage ?? { computed: 0 };
    this.#now = now ?? (() => performance.now());
    this.#pause = pause ?? (() => setImmediate());
  }

  /**
   * Do a step for each number below `count`.
   * @throws OverCapacity when the time is used up, or the request was cancelled
   */
  async repeat(count: number, step: (at: number) => void): Promise<void> {
    this.#begin();
    for (let at = 0; at < count; at++) {
      if (this.#now() - this.#begun >= SLICE_MS) await this.#rest();
      step(at);
    }
    this.#end();
  }

  /** Map items, one after the other. @throws as `repeat` does */
  async map<Item, Result>(items: readonly Item[], map: (item: Item, at: number) => Result): Promise<Result[]> {
    const results: Result[] = [];
    await this.repeat(items.length, (at) => void results.push(map(items[at]!, at)));
    return results;
  }

  /** Yield items one after the other, as they are taken. @throws as `repeat` does */
  async *over<Item>(items: Iterable<Item>): AsyncGenerator<Item, void> {
    this.#begin();
    for (const item of items) {
      if (this.#now() - this.#begun >= SLICE_MS) await this.#rest();
      yield item;
    }
    this.#end();
  }

  #begin(): void {
    this.#begun = this.#now();
    this.#computed = this.#usage.computed;
    this.#check();
  }

  #end(): void {
    const now = this.#now();
    const counted = this.#usage.computed - this.#computed;
    this.#usage.computed += Math.max(0, now - this.#begun - counted);
    this.#computed = this.#usage.computed;
    this.#begun = now;
  }

  async #rest(): Promise<void> {
    this.#end();
    this.#check();
    await this.#pause();
    this.#begin();
  }

  #check(): void {
    throwIfCancelled(this.#bounds);
    const { deadline, maxComputing = Infinity } = this.#bounds;
    if (this.#now() <= deadline && this.#usage.computed <= maxComputing) return;
    throw new OverCapacity("The answer took too long", { limit: "deadline" });
  }
}
