import type { Engine } from "../../core/engine/engine.js";
import type { CarriedVersion } from "../../engines/clickhouse/carry-version.js";
import { isInCluster, lendPulledCells, lendVersion } from "../../engines/clickhouse/lend-version.js";
import type { CellArrays } from "../../engines/clickhouse/read/pulled-cells.js";
import { lendRollups, lendTable, type SharedRollup } from "../../engines/columnar/share-table.js";
import type { SharedTable } from "../../engines/columnar/table/shared-table.js";

/** Data of an engine that another thread reads: a table in shared memory, or a version in a cluster. */
export type LentData = SharedTable | CarriedVersion;
/** Sums of such data. */
export type LentSums = SharedRollup | CellArrays;

/** Receives the sums of an engine. */
export interface SumsBorrower {
  /** @param key identifies the sums for `onDropped` */
  onTaken(key: object, lend: () => { readonly rollup: LentSums; readonly end: () => void }): void;
  onDropped(key: object): void;
}

/** Lend the data of an engine to another thread. @returns it, and what ends the loan */
export function lendData(engine: Engine): { readonly table: LentData; readonly end: () => void } {
  return isInCluster(engine) ? lendVersion(engine) : lendTable(engine);
}

/** Pass the sums of an engine on: those that it has, and those that it gets. @returns ends it */
export function lendSums(engine: Engine, borrower: SumsBorrower): () => void {
  if (!isInCluster(engine)) return lendRollups(engine, borrower);
  const onTaken = (key: object, rollup: CellArrays): void => borrower.onTaken(key, () => ({ rollup, end: () => {} }));
  return lendPulledCells(engine, onTaken, (key) => borrower.onDropped(key));
}
