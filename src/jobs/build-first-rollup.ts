import { buildFirstRollup } from "../columnar/build-first-rollup.js";
import type { Engine } from "../engine/engine.js";
import type { Kernel } from "../kernel/kernel.js";
import { isOutOfMemory } from "./out-of-memory.js";

/**
 * Build the first rollup of a table, if it fits into its share of memory. Call it in a background thread only: it costs
 * as much as several aggregations over the whole table.
 * @param share maximum bytes, as a share of the columns' bytes; 0: no rollup
 */
export async function tryFirstRollup(kernel: Kernel, engine: Engine, share: number): Promise<void> {
  try {
    await buildFirstRollup(kernel, engine, share);
  } catch (error) {
    // Without the rollup, answers are the same, only slower.
    if (!isOutOfMemory(error)) throw error;
  }
}
