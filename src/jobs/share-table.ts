import type { Background } from "../columnar/rollups/builder.js";
import { ColumnarEngine } from "../columnar/engine.js";
import { openRollup } from "../columnar/rollups/open-rollup.js";
import { openTable } from "../columnar/table/open-table.js";
import { describeTable } from "../columnar/table/table-header.js";
import type { Engine } from "../engine/engine.js";
import type { Kernel } from "../kernel/kernel.js";
import type { Model } from "../model/cube.js";
import type { SharedTable } from "./messages.js";

/** A table for another thread, which makes its own cuboids. */
export function shareTable(engine: Engine): SharedTable {
  if (!(engine instanceof ColumnarEngine)) throw new TypeError("Not a table in shared memory");
  const { table } = engine;
  const document = JSON.stringify(table.model.document);
  return { document, header: describeTable(table), memories: table.memories.map(({ memory }) => memory), rollups: [] };
}

/** A table that goes to another thread for good, and its cuboids with it. */
export function handOver(engine: Engine): SharedTable {
  const shared = shareTable(engine);
  const { held } = (engine as ColumnarEngine).rollups;
  return {
    ...shared,
    rollups: held.map(({ grouping, rows, bytes, codes, limbs, entries, memory }) => ({
      layout: { grouping, rows, bytes, codes, limbs, entries },
      memory: memory.memory,
    })),
  };
}

/**
 * A table of another thread.
 * @param background makes further cuboids of it
 */
export function takeTable(
  kernel: Kernel,
  model: Model,
  { header, memories, rollups }: SharedTable,
  background?: Background,
): Engine {
  const engine = new ColumnarEngine(kernel, openTable(kernel, model, header, memories), { background });
  for (const { layout, memory } of rollups) {
    engine.rollups.take(openRollup(engine.table, kernel.adoptMemory(memory, layout.bytes), layout));
  }
  return engine;
}
