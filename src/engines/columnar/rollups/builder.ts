import type { Kernel } from "../../kernel/kernel.js";
import type { ColumnarTable } from "../table/table.js";
import { type BuiltRollup, buildRollup, countCombinations, type RollupBounds } from "./build-rollup.js";
import { cellKeysOf, shareColumns } from "./cell-keys.js";
import type { CellKey } from "./cells.js";
import type { GroupingSet } from "./grouping-set.js";

/** Builds rollups of one table, on this thread or another. Its promises are rejected if it cannot go on. */
export interface RollupBuilder {
  /** Return the keys of a grouping set's cells. Cost: sorts the members of a dimension that is grouped by attributes. */
  keysOf(grouping: GroupingSet): Promise<readonly CellKey[]>;
  /** Count the rows of a rollup by some keys; `null` if there are more than `maxRows`. */
  count(keys: readonly CellKey[], maxRows: number): Promise<number | null>;
  /** Build a rollup whose memory the caller owns; `null` if it would exceed its bounds, or if memory is short. */
  build(keys: readonly CellKey[], bounds: RollupBounds): Promise<BuiltRollup | null>;
}

/** Builds rollups without delaying the thread that answers queries. */
export interface Background {
  /** Maximum bytes of a table's rollups, as a share of the bytes of its codes and measures; 0 for no rollups. */
  readonly share: number;
  /** Fixed cost of a run, in rows that queries could visit in the same time. */
  readonly overhead: number;
  /**
   * Call `use` with a builder of a table when the table's turn comes.
   * @param use builds rollups; the table must stay until the promise is settled, and nothing reads it after that
   * @param signal aborted when no rollup is needed any more
   */
  run(table: ColumnarTable, use: (builder: RollupBuilder) => Promise<void>, signal: AbortSignal): Promise<void>;
}

/** Create a builder on this thread, which it blocks: not for a thread that answers queries. */
export function buildHere(kernel: Kernel, table: ColumnarTable): RollupBuilder {
  const columns = shareColumns(table);
  return {
    keysOf: async (grouping) => cellKeysOf(table, grouping),
    count: async (keys, maxRows) => countCombinations(kernel, columns, keys, maxRows),
    build: async (keys, bounds) => buildRollup(kernel, columns, keys, bounds),
  };
}
