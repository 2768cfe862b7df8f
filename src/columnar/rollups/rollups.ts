import type { ColumnarTable } from "../table/table.js";
import type { CuboidBounds } from "./build-rollup.js";
import { cellKeysOf } from "./cell-keys.js";
import type { Cuboid } from "./rollup.js";
import { openCuboid } from "./open-rollup.js";
import { covers, type Shape, spellShape } from "./grouping-set.js";
import type { Summing } from "./builder.js";

/** The cuboids of one table. They are no part of it: without them every answer is the same. */
export class Cuboids {
  readonly #table: ColumnarTable;
  /** The smallest first. */
  #held: readonly Cuboid[] = [];
  #isClosed = false;
  readonly #onChange: (bytes: number) => void;

  /** @param onChange told the bytes of the columns of all of them */
  constructor(table: ColumnarTable, onChange: (bytes: number) => void = () => {}) {
    this.#table = table;
    this.#onChange = onChange;
  }

  get held(): readonly Cuboid[] {
    return this.#held;
  }

  /** Of the columns of all of them. */
  get bytes(): number {
    return this.#held.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** The smallest one that tells apart what a query does; `null` where only the entries do. */
  find(wanted: Shape): Cuboid | null {
    return this.#held.find(({ shape }) => covers(shape, wanted)) ?? null;
  }

  /**
   * Make a cuboid and hold it as soon as it is whole. Cost: an aggregation of all entries, where `summing` does it.
   * @param most rows of this one, and bytes of all
   * @returns whether it is there: not where it would be more than it may
   */
  async make(summing: Summing, shape: Shape, most: CuboidBounds): Promise<boolean> {
    if (this.#holds(shape)) return true;
    const built = await summing.build(cellKeysOf(this.#table, shape), { ...most, bytes: most.bytes - this.bytes });
    if (!built) return false;
    const cuboid = openCuboid(this.#table, built.memory, { shape, ...built.columns });
    if (this.#isClosed || this.#holds(shape) || this.bytes + cuboid.bytes > most.bytes) cuboid.memory.release();
    else this.take(cuboid);
    return this.#holds(shape);
  }

  /** Hold a cuboid of this table that was made elsewhere. */
  take(cuboid: Cuboid): void {
    this.#held = [...this.#held, cuboid].toSorted((a, b) => a.rows - b.rows);
    this.#onChange(this.bytes);
  }

  /** Give one back. */
  drop(cuboid: Cuboid): void {
    this.#held = this.#held.filter((each) => each !== cuboid);
    cuboid.memory.release();
    this.#onChange(this.bytes);
  }

  /** Give all of them back, and take no others. */
  close(): void {
    this.#isClosed = true;
    for (const cuboid of this.#held) this.drop(cuboid);
  }

  #holds(shape: Shape): boolean {
    const spelling = spellShape(shape);
    return this.#held.some((each) => spellShape(each.shape) === spelling);
  }
}
