import type { CubeMemory } from "../../kernel/memory.js";
import type { CellTable } from "../table.js";

/** The sums of all measures for every combination of some dimensions' members that entries have. */
export interface Cuboid {
  /** Their positions in the model, ascending. */
  readonly dimensions: readonly number[];
  /** A row for each combination. Of its dimensions only those of the cuboid are there. */
  readonly table: CellTable;
  readonly rows: number;
  readonly memory: CubeMemory;
  /** Of its columns. */
  readonly bytes: number;
}
