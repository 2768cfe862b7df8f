import type { Kernel } from "../../kernel/kernel.js";
import { type BuiltRollup, buildRollup, countCombinations, type RollupBounds } from "./build-rollup.js";
import type { CellKey, SharedColumns } from "./cells.js";

/** Sums one table up, here or on another thread. Rejected where it cannot go on. */
export interface RollupBuilder {
  /** How many rows a cuboid of some keys has; `null` for more than there may be. */
  count(keys: readonly CellKey[], most: number): Promise<number | null>;
  /** The memory is the caller's. `null` where the cuboid would be more than it may, or there is no room for it. */
  build(keys: readonly CellKey[], bounds: RollupBounds): Promise<BuiltRollup | null>;
}

/** Sums tables up beside the thread that answers. */
export interface Background {
  /** Most bytes that cuboids of a table may take, as a share of its codes and measures; 0 for none. */
  readonly share: number;
  /** What a run costs beside what it sums up, in rows that could be looked at meanwhile. */
  readonly overhead: number;
  /**
   * Sum a table up when it is its turn.
   * @param use what is wanted of it; the table must stay until the promise is settled, and nothing touches it after
   * @param signal aborted where nothing is wanted any more
   */
  run(columns: SharedColumns, use: (builder: RollupBuilder) => Promise<void>, signal: AbortSignal): Promise<void>;
}

/** On this thread: nothing for one that answers. */
export function buildHere(kernel: Kernel, columns: SharedColumns): RollupBuilder {
  return {
    count: async (keys, most) => countCombinations(kernel, columns, keys, most),
    build: async (keys, bounds) => buildRollup(kernel, columns, keys, bounds),
  };
}
