import type { Kernel } from "../../kernel/kernel.js";
import type { AggregateQuery } from "../../query/aggregate.js";
import type { ColumnarTable } from "../table.js";
import { buildCuboid, countCombinations } from "./build-cuboid.js";
import type { Cuboid } from "./cuboid.js";
import { dimensionsOf } from "./dimensions-of.js";

/** A cuboid has this share of a table's entries at most: a larger one saves too little for what it takes. */
const MOST_ROWS = 1 / 4;

/** The cuboids of one table. They are no part of it: without them every answer is the same. */
export class Cuboids {
  readonly #kernel: Kernel;
  readonly #table: ColumnarTable;
  /** The smallest first. */
  #held: readonly Cuboid[] = [];

  constructor(kernel: Kernel, table: ColumnarTable) {
    this.#kernel = kernel;
    this.#table = table;
  }

  get held(): readonly Cuboid[] {
    return this.#held;
  }

  /** Of the columns of all of them. */
  get bytes(): number {
    return this.#held.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** The smallest one that can answer a query; `null` where only the entries can. */
  find(query: AggregateQuery): Cuboid | null {
    if (this.#held.length === 0) return null;
    const needed = dimensionsOf(query);
    return (needed && this.#held.find(({ dimensions }) => needed.every((each) => dimensions.includes(each)))) ?? null;
  }

  /**
   * Make a cuboid of some dimensions, given by their positions in the model, and hold it. Cost: an aggregation by them,
   * on this thread.
   * @param most bytes of all cuboids, and rows of this one, a quarter of the entries by default
   * @returns whether it is there: not where it would be more than it may
   * @throws OutOfTime, OutOfMemory; what was there before is there still
   */
  make(dimensions: Iterable<number>, most: { readonly bytes: number; readonly rows?: number }): boolean {
    const wanted = [...new Set(dimensions)].toSorted((a, b) => a - b);
    if (this.#held.some((each) => String(each.dimensions) === String(wanted))) return true;
    const { rows = Math.floor(this.#table.rows * MOST_ROWS) } = most;
    const bounds = { rows, bytes: most.bytes - this.bytes, deadline: Number.POSITIVE_INFINITY };
    const made = buildCuboid(this.#kernel, this.#table, wanted, bounds);
    if (!made) return false;
    this.take(made);
    return true;
  }

  /** Hold a cuboid of this table that was made elsewhere. */
  take(cuboid: Cuboid): void {
    this.#held = [...this.#held, cuboid].toSorted((a, b) => a.rows - b.rows);
  }

  /** How many rows a cuboid of some dimensions has; `null` for more than it may. Cost: as to make it. */
  count(dimensions: readonly number[], most: number): number | null {
    return countCombinations(this.#kernel, this.#table, dimensions, most);
  }

  /** Give all of them back. */
  clear(): void {
    for (const { memory } of this.#held) memory.release();
    this.#held = [];
  }
}
