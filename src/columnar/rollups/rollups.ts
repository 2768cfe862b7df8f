import type { ColumnarTable } from "../table/table.js";
import type { RollupBounds } from "./build-rollup.js";
import { cellKeysOf } from "./cell-keys.js";
import type { Rollup } from "./rollup.js";
import { openRollup } from "./open-rollup.js";
import { covers, type GroupingSet, groupingKey } from "./grouping-set.js";
import type { RollupBuilder } from "./builder.js";

/** The cuboids of one table. They are no part of it: without them every answer is the same. */
export class Rollups {
  readonly #table: ColumnarTable;
  /** The smallest first. */
  #held: readonly Rollup[] = [];
  #isClosed = false;
  readonly #onChange: (bytes: number) => void;

  /** @param onChange told the bytes of the columns of all of them */
  constructor(table: ColumnarTable, onChange: (bytes: number) => void = () => {}) {
    this.#table = table;
    this.#onChange = onChange;
  }

  get held(): readonly Rollup[] {
    return this.#held;
  }

  /** Of the columns of all of them. */
  get bytes(): number {
    return this.#held.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** The smallest one that tells apart what a query does; `null` where only the entries do. */
  find(wanted: GroupingSet): Rollup | null {
    return this.#held.find(({ grouping }) => covers(grouping, wanted)) ?? null;
  }

  /**
   * Make a cuboid and hold it as soon as it is whole. Cost: an aggregation of all entries, where `summing` does it.
   * @param most rows of this one, and bytes of all
   * @returns whether it is there: not where it would be more than it may
   */
  async make(builder: RollupBuilder, grouping: GroupingSet, most: RollupBounds): Promise<boolean> {
    if (this.#holds(grouping)) return true;
    const built = await builder.build(cellKeysOf(this.#table, grouping), { ...most, bytes: most.bytes - this.bytes });
    if (!built) return false;
    const rollup = openRollup(this.#table, built.memory, { grouping, ...built.columns });
    if (this.#isClosed || this.#holds(grouping) || this.bytes + rollup.bytes > most.bytes) rollup.memory.release();
    else this.take(rollup);
    return this.#holds(grouping);
  }

  /** Hold a cuboid of this table that was made elsewhere. */
  take(rollup: Rollup): void {
    this.#held = [...this.#held, rollup].toSorted((a, b) => a.rows - b.rows);
    this.#onChange(this.bytes);
  }

  /** Give one back. */
  drop(rollup: Rollup): void {
    this.#held = this.#held.filter((each) => each !== rollup);
    rollup.memory.release();
    this.#onChange(this.bytes);
  }

  /** Give all of them back, and take no others. */
  close(): void {
    this.#isClosed = true;
    for (const rollup of this.#held) this.drop(rollup);
  }

  #holds(grouping: GroupingSet): boolean {
    const spelling = groupingKey(grouping);
    return this.#held.some((each) => groupingKey(each.grouping) === spelling);
  }
}
