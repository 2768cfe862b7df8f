import type { CuboidBounds } from "../../columnar/rollups/build-rollup.js";
import type { CellKey, SharedColumns } from "../../columnar/rollups/cells.js";
import type { CuboidColumns } from "../../columnar/rollups/rollup.js";

/** What the thread that sums a table up is started with. */
export interface SummingStart {
  /** The compiled kernel. */
  readonly module: WebAssembly.Module;
  readonly columns: SharedColumns;
}

/** What it is asked, one after the other; its answers are in the same order. */
export type SummingRequest =
  | { readonly keys: readonly CellKey[]; readonly count: number }
  | { readonly keys: readonly CellKey[]; readonly build: CuboidBounds };

export type SummingReply =
  | { readonly count: number | null }
  | { readonly built: { readonly columns: CuboidColumns; readonly memory: WebAssembly.Memory } | null };
