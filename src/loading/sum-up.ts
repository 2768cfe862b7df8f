import { makeFirst } from "../columnar/cuboids/make-first.js";
import { ColumnarEngine } from "../columnar/engine.js";
import type { Engine } from "../engine/engine.js";
import { isOutOfMemory } from "./failure.js";

/**
 * Make the first cuboid of a table, where there is room for it. Not for a thread that answers: it takes as long as
 * some aggregations over the whole table.
 * @param share most bytes, as a share of the columns'; 0 for none
 */
export function sumUpFirst(engine: Engine, share: number): void {
  if (!(engine instanceof ColumnarEngine)) return;
  try {
    makeFirst(engine, share);
  } catch (error) {
    // Without it every answer is the same.
    if (!isOutOfMemory(error)) throw error;
  }
}
