import type { RollupBounds } from "../../columnar/rollups/build-rollup.js";
import type { CellKey, SharedColumns } from "../../columnar/rollups/cells.js";
import type { RollupColumns } from "../../columnar/rollups/rollup.js";

/** Start data of a thread that builds rollups. */
export interface RollupThreadStart {
  /** The compiled kernel. */
  readonly module: WebAssembly.Module;
  readonly columns: SharedColumns;
}

/** A request to the thread. Replies come in the order of the requests. */
export type RollupRequest =
  | { readonly keys: readonly CellKey[]; readonly count: number }
  | { readonly keys: readonly CellKey[]; readonly build: RollupBounds };

export type RollupReply =
  | { readonly count: number | null }
  | { readonly built: { readonly columns: RollupColumns; readonly memory: WebAssembly.Memory } | null };
