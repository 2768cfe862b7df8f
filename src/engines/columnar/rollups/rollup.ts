import type { CubeMemory } from "../../kernel/memory/cube-memory.js";
import type { CodeColumn, AmountValues } from "../../kernel/query/table.js";
import type { CellTable } from "../table/table.js";
import type { GroupingSet } from "./grouping-set.js";

/** Sums of all measures for each combination of a grouping set's values that occurs among the entries. */
export interface Rollup extends RollupLayout {
  /** One row for each combination. It has only the dimensions of the rollup. */
  readonly table: CellTable;
  readonly memory: CubeMemory;
}

/** Plain data from which a rollup is opened, together with its table and a memory's bytes. */
export interface RollupLayout extends RollupColumns {
  readonly grouping: GroupingSet;
}

/** Places and widths of a rollup's columns. Plain data. */
export interface RollupColumns {
  readonly rows: number;
  /** Bytes of all columns. */
  readonly bytes: number;
  /** One column for each part of the grouping set. */
  readonly codes: readonly CodeColumn[];
  /** Sums of the limbs of every measure, in order. */
  readonly limbs: readonly AmountValues[];
  /** For each row the number of its entries. */
  readonly entries: AmountValues;
}
