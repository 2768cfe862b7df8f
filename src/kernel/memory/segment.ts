import type { CubeMemory } from "./cube-memory.js";

/** Part of a table that fits one memory. Codes mean the same in every segment. */
export interface Segment {
  readonly memory: CubeMemory;
  /** Number of entries, 0 … 2^32 - 1. */
  readonly rows: number;
}
