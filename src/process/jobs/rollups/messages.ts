import type { RollupBounds } from "../../../engines/columnar/rollups/build-rollup.js";
import type { CellKey } from "../../../engines/columnar/rollups/cells.js";
import type { GroupingSet } from "../../../engines/columnar/rollups/grouping-set.js";
import type { RollupColumns } from "../../../engines/columnar/rollups/rollup.js";
import type { SharedTable } from "../../../engines/columnar/table/shared-table.js";

/** Start data of a thread that builds rollups. */
export interface RollupThreadStart {
  /** The compiled kernel. */
  readonly module: WebAssembly.Module;
  readonly table: SharedTable;
}

/** A request to the thread. Replies come in the order of the requests. */
export type RollupRequest =
  | { readonly keysOf: GroupingSet }
  | { readonly keys: readonly CellKey[]; readonly count: number }
  | { readonly keys: readonly CellKey[]; readonly build: RollupBounds };

/** Results; `null` if a bound was exceeded or memory was short. */
export type RollupReply =
  | { readonly keys: readonly CellKey[] | null }
  | { readonly count: number | null }
  | { readonly built: { readonly columns: RollupColumns; readonly memory: WebAssembly.Memory } | null };
