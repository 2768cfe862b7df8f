import { shareColumns } from "../columnar/rollups/cell-keys.js";
import { buildFirst } from "../columnar/rollups/build-first.js";
import { buildHere } from "../columnar/rollups/builder.js";
import { ColumnarEngine } from "../columnar/engine.js";
import type { Engine } from "../engine/engine.js";
import type { Kernel } from "../kernel/kernel.js";
import { isOutOfMemory } from "./out-of-memory.js";

/**
 * Make the first cuboid of a table, where there is room for it. Not for a thread that answers: it takes as long as
 * some aggregations over the whole table.
 * @param share most bytes, as a share of the columns'; 0 for none
 */
export async function buildFirstRollup(kernel: Kernel, engine: Engine, share: number): Promise<void> {
  if (!(engine instanceof ColumnarEngine)) return;
  try {
    await buildFirst(engine, buildHere(kernel, shareColumns(engine.table)), share);
  } catch (error) {
    // Without it every answer is the same.
    if (!isOutOfMemory(error)) throw error;
  }
}
