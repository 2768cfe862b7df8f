import type { CubeMemory } from "./cube-memory.js";

/** Part of a table that fits one memory. A code means the same member in every segment. */
export interface Segment {
  readonly memory: CubeMemory;
  /** Number of entries, 0 … 2^32 - 1. */
  readonly rows: number;
}
