import type { ColumnarTable } from "../table/table.js";
import type { RollupBounds } from "./build-rollup.js";
import type { Rollup } from "./rollup.js";
import { openRollup } from "./open-rollup.js";
import { covers, type GroupingSet, groupingKey } from "./grouping-set.js";
import type { RollupBuilder } from "./builder.js";

/** Notices changes of a table's rollups. */
export interface RollupWatcher {
  onTaken(rollup: Rollup): void;
  /** Called before the memory is released. */
  onDropped(rollup: Rollup): void;
}

/** Rollups of one table. Without them every answer is the same, but slower. */
export class Rollups {
  readonly #table: ColumnarTable;
  /** Ordered by rows, the smallest first. */
  #held: readonly Rollup[] = [];
  #isClosed = false;
  readonly #onChange: (bytes: number) => void;
  #watchers: Set<RollupWatcher> | undefined;

  /** @param onChange called with the bytes of all rollups' columns */
  constructor(table: ColumnarTable, onChange: (bytes: number) => void = () => {}) {
    this.#table = table;
    this.#onChange = onChange;
  }

  get held(): readonly Rollup[] {
    return this.#held;
  }

  /** Bytes of all rollups' columns. */
  get bytes(): number {
    return this.#held.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Find the smallest rollup that covers a query's grouping set; `null` if none does. */
  find(wanted: GroupingSet): Rollup | null {
    return this.#held.find(({ grouping }) => covers(grouping, wanted)) ?? null;
  }

  /** Notice changes. @returns ends it */
  watch(watcher: RollupWatcher): () => void {
    const watchers = (this.#watchers ??= new Set());
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  }

  /**
   * Build a rollup, and add it when it is complete. Cost: an aggregation of all entries, on the builder's thread.
   * @param bounds maximum rows of this rollup, and maximum bytes of all
   * @returns true if the rollup is there; false if it would exceed the bounds, or if all were closed meanwhile
   */
  async build(builder: RollupBuilder, grouping: GroupingSet, bounds: RollupBounds): Promise<boolean> {
    if (this.#holds(grouping)) return true;
    const built = await builder.build(await builder.keysOf(grouping), {
      ...bounds,
      bytes: bounds.bytes - this.bytes,
    });
    if (!built) return false;
    const rollup = openRollup(this.#table, built.memory, { grouping, ...built.columns });
    if (this.#isClosed || this.#holds(grouping) || this.bytes + rollup.bytes > bounds.bytes) rollup.memory.release();
    else this.take(rollup);
    return this.#holds(grouping);
  }

  /** Add a rollup of this table that was built elsewhere. */
  take(rollup: Rollup): void {
    this.#held = [...this.#held, rollup].toSorted((a, b) => a.rows - b.rows);
    for (const { onTaken } of this.#watchers ?? []) onTaken(rollup);
    this.#onChange(this.bytes);
  }

  /** Remove a rollup and release its memory. */
  drop(rollup: Rollup): void {
    this.#held = this.#held.filter((each) => each !== rollup);
    for (const { onDropped } of this.#watchers ?? []) onDropped(rollup);
    rollup.memory.release();
    this.#onChange(this.bytes);
  }

  /** Release all rollups, and those that are being built when they are complete. */
  close(): void {
    this.#isClosed = true;
    for (const rollup of this.#held) this.drop(rollup);
  }

  #holds(grouping: GroupingSet): boolean {
    const key = groupingKey(grouping);
    return this.#held.some((each) => groupingKey(each.grouping) === key);
  }
}
