import type { SharedMemory } from "../../kernel/memory/cube-memory.js";
import type { CodeColumn, AmountValues } from "../../kernel/query/table.js";

/** The columns of a table as any thread may read them. Plain data: the memories are shared, nothing is copied. */
export interface SharedColumns {
  readonly segments: readonly { readonly memory: SharedMemory; readonly rows: number }[];
  /** Limbs of every measure, in order. */
  readonly limbs: readonly AmountValues[];
}

/** Codes of one dimension by which entries are grouped into cells. Plain data. */
export interface CellKey {
  readonly codes: CodeColumn;
  /** For each code its rank; entries of one rank are in one group. `null`: each code is a group. */
  readonly ranks: Uint32Array | null;
  /** For each rank one member that has it; `null` if `ranks` is. */
  readonly members: Uint32Array | null;
}

/** Sums for each combination of keys that occurs among the entries, column by column. */
export interface CellSums {
  readonly length: number;
  /** For each key the ranks of the cells, or their codes if the key has no ranks. */
  readonly keys: readonly Uint32Array[];
  readonly sums: readonly BigInt64Array[];
  readonly counts: Float64Array;
}

/** Return the maximum number of values of a key. */
export function sizeOf({ codes, members }: CellKey): number {
  return members ? Math.max(1, members.length) : codes.size;
}
