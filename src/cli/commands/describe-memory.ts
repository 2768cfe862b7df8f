import { type MemoryUse, reportMemory, COLUMNS_AND_IDS, DERIVED } from "../../columnar/memory-report.js";
import { nameParts } from "../../columnar/rollups/grouping-set.js";
import { ColumnarEngine } from "../../columnar/engine.js";
import type { ColumnarTable } from "../../columnar/table/table.js";
import type { Model } from "../../model/cube.js";
import type { Dataset } from "../../store/dataset.js";

/** Describe a dataset's derived data and its memory. Without a running server, there is little derived data. */
export function describeMemory({ model, engine }: Pick<Dataset, "model" | "engine">): object {
  if (!(engine instanceof ColumnarEngine)) return { cuboids: [], clusters: [], memory: null };
  const accounts = reportMemory(engine);
  const loaded = accounts.filter(({ purpose }) => COLUMNS_AND_IDS.includes(purpose));
  return {
    cuboids: engine.rollups.held.map((rollup) => ({
      dimensions: nameParts(model, rollup.grouping),
      rows: rollup.rows,
      bytes: rollup.bytes,
      stored: engine.derived?.isStored(rollup) ?? false,
    })),
    clusters: nameKeys(model, engine.table),
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
  const origin = DERIVED[purpose];
  return origin && bytes > 0 ? [{ purpose, column, bytes, stored: origin === "stored" }] : [];
}
