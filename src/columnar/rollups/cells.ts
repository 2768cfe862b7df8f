import type { CodeColumn, AmountValues } from "../../kernel/query/table.js";

/** The columns of a table as any thread may read them. Plain data: the memories are shared, nothing is copied. */
export interface SharedColumns {
  readonly segments: readonly { readonly memory: WebAssembly.Memory; readonly rows: number }[];
  /** Limbs of every measure, in order. */
  readonly limbs: readonly AmountValues[];
}

/** What cells are told apart by in one dimension. Plain data. */
export interface CellKey {
  readonly codes: CodeColumn;
  /** For each code the rank of what counts; `null`: the code counts. */
  readonly ranks: Uint32Array | null;
  /** For each rank one member that has it; as `ranks`. */
  readonly members: Uint32Array | null;
}

/** Sums for each combination of some keys that entries have, column by column. */
export interface CellSums {
  readonly length: number;
  /** For each key ranks, or codes. */
  readonly keys: readonly Uint32Array[];
  readonly sums: readonly BigInt64Array[];
  readonly counts: Float64Array;
}

/** How many values a key has at most. */
export function sizeOf({ codes, members }: CellKey): number {
  return members ? Math.max(1, members.length) : codes.size;
}
