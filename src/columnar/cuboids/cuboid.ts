import type { CubeMemory } from "../../kernel/memory.js";
import type { CodeColumn, NumberColumn } from "../../kernel/table.js";
import type { CellTable } from "../table.js";

/** The sums of all measures for every combination of some dimensions' members that entries have. */
export interface Cuboid extends CuboidLayout {
  /** A row for each combination. Of its dimensions only those of the cuboid are there. */
  readonly table: CellTable;
  readonly memory: CubeMemory;
}

/** What must be known beside the table that was summed up and a memory's bytes to read a cuboid. Plain data. */
export interface CuboidLayout {
  /** Their positions in the model, ascending. */
  readonly dimensions: readonly number[];
  readonly rows: number;
  /** Of its columns. */
  readonly bytes: number;
  /** One for each of `dimensions`. */
  readonly codes: readonly CodeColumn[];
  /** Sums of the limbs of every measure, in order. */
  readonly limbs: readonly NumberColumn[];
  /** For each row how many entries it sums up. */
  readonly entries: NumberColumn;
}
