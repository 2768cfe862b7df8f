import type { Engine } from "../engine/engine.js";
import type { Kernel } from "../kernel/kernel.js";
import { ColumnarEngine } from "./engine.js";
import { buildFirst } from "./rollups/build-first.js";
import { buildHere } from "./rollups/builder.js";

/**
 * Build the first rollup of a table in this thread. Cost: some aggregations over the whole table.
 * @param share maximum bytes, as a share of the columns' bytes; 0 builds none
 */
export async function buildFirstRollup(kernel: Kernel, engine: Engine, share: number): Promise<void> {
  if (!(engine instanceof ColumnarEngine)) throw new TypeError("Not a table of this format");
  await buildFirst(engine, buildHere(kernel, engine.table), share);
}
