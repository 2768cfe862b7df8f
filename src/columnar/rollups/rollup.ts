import type { CubeMemory } from "../../kernel/memory/cube-memory.js";
import type { CodeColumn, AmountValues } from "../../kernel/query/table.js";
import type { CellTable } from "../table/table.js";
import type { GroupingSet } from "./grouping-set.js";

/** The sums of all measures for every combination of what a shape tells apart that entries have. */
export interface Rollup extends RollupLayout {
  /** A row for each combination. Of its dimensions only those of the cuboid are there. */
  readonly table: CellTable;
  readonly memory: CubeMemory;
}

/** What must be known beside the table that was summed up and a memory's bytes to read a cuboid. Plain data. */
export interface RollupLayout extends RollupColumns {
  readonly grouping: GroupingSet;
}

export interface RollupColumns {
  readonly rows: number;
  /** Of its columns. */
  readonly bytes: number;
  /** One for each part of the shape. */
  readonly codes: readonly CodeColumn[];
  /** Sums of the limbs of every measure, in order. */
  readonly limbs: readonly AmountValues[];
  /** For each row how many entries it sums up. */
  readonly entries: AmountValues;
}
