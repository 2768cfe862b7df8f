import type { CubeMemory } from "../../kernel/memory/cube-memory.js";
import type { Pointer } from "../../kernel/memory/pointer.js";
import type { ValueColumn } from "./values.js";

/** A column of values that is going to be written. */
export interface PlannedValues {
  /** Bytes that it takes. */
  readonly total: number;
  /** Write it where there is room for it. */
  write(memory: CubeMemory, place: PlannedPlace): ValueColumn;
}

/** Where something stands that a table has once. */
export interface PlannedPlace {
  /** Position in the table's memories. */
  readonly memory: number;
  readonly pointer: Pointer;
}
