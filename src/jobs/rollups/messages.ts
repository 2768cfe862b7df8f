import type { RollupBounds } from "../../columnar/rollups/build-rollup.js";
import type { CellKey, SharedColumns } from "../../columnar/rollups/cells.js";
import type { RollupColumns } from "../../columnar/rollups/rollup.js";

/** What the thread that sums a table up is started with. */
export interface RollupThreadStart {
  /** The compiled kernel. */
  readonly module: WebAssembly.Module;
  readonly columns: SharedColumns;
}

/** What it is asked, one after the other; its answers are in the same order. */
export type RollupRequest =
  | { readonly keys: readonly CellKey[]; readonly count: number }
  | { readonly keys: readonly CellKey[]; readonly build: RollupBounds };

export type RollupReply =
  | { readonly count: number | null }
  | { readonly built: { readonly columns: RollupColumns; readonly memory: WebAssembly.Memory } | null };
