import type { EngineReport } from "../../core/engine/engine.js";
import {
  type MemoryUse,
  type ReportedTable,
  reportMemory,
  COLUMNS_AND_IDS,
  DERIVED_PURPOSES,
} from "./memory-report.js";
import type { Rollup } from "./rollups/rollup.js";
import { nameParts } from "./rollups/grouping-set.js";
import type { ColumnarTable } from "./table/table.js";
import type { Model } from "../../core/model/cube.js";

interface DescribedTable extends ReportedTable {
  readonly derived: { isStored(rollup: Rollup): boolean } | null;
}

/** Describe a table's derived data and its memory. Without a running server, there is little derived data. */
export function describeMemory(described: DescribedTable): EngineReport {
  const { table, rollups, derived } = described;
  const { model } = table;
  const accounts = reportMemory(described);
  const loaded = accounts.filter(({ purpose }) => COLUMNS_AND_IDS.includes(purpose));
  return {
    rollups: rollups.held.map((rollup) => ({
      dimensions: nameParts(model, rollup.grouping),
      rows: rollup.rows,
      bytes: rollup.bytes,
      stored: derived?.isStored(rollup) ?? false,
    })),
    clusters: nameKeys(model, table),
    memory: {
      columns_and_ids: loaded.reduce((sum, { bytes }) => sum + bytes, 0),
      derived: accounts.flatMap(describeDerived),
    },
  };
}

/** Return the dimensions of the clustering key, in order; `null` if the key was not stored. */
function nameKeys({ dimensions }: Model, { order }: ColumnarTable): readonly string[] | null {
  if (!order) return [];
  return order.keys && order.keys.map((dimension) => dimensions[dimension]!.name);
}

function describeDerived({ purpose, column, bytes }: MemoryUse): readonly object[] {
  const origin = DERIVED_PURPOSES[purpose];
  return origin && bytes > 0 ? [{ purpose, column, bytes, stored: origin === "stored" }] : [];
}
