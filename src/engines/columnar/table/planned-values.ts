import type { ColumnMemory } from "../../kernel/memory/column-memory.js";
import type { Pointer } from "../../kernel/memory/pointer.js";
import type { ValueColumn } from "./values.js";

/** Column of values that is ready to be written. */
export interface PlannedValues {
  /** Bytes of the column. */
  readonly total: number;
  /** Write the column to a place of `total` bytes. */
  write(memory: ColumnMemory, place: PlannedPlace): ValueColumn;
  /** Write the index of a column that is written, if it has one: everything else can be read before. */
  index?(memory: ColumnMemory, column: ValueColumn): void;
}

/** Location of a part that a table stores once, not per segment. */
export interface PlannedPlace {
  /** Index in the table's memories. */
  readonly memory: number;
  readonly pointer: Pointer;
}
