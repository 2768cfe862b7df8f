import { ColumnarEngine } from "../columnar/engine.js";
import { openCuboid } from "../columnar/cuboids/open-cuboid.js";
import { openTable } from "../columnar/open-table.js";
import { describeTable } from "../columnar/table-header.js";
import type { Engine } from "../engine/engine.js";
import type { Kernel } from "../kernel/kernel.js";
import type { Model } from "../model/cube.js";
import type { SharedTable } from "./messages.js";

/** A table for another thread, which makes its own cuboids. */
export function shareTable(engine: Engine): SharedTable {
  if (!(engine instanceof ColumnarEngine)) throw new TypeError("Not a table in shared memory");
  const { table } = engine;
  const document = JSON.stringify(table.model.document);
  return { document, header: describeTable(table), memories: table.memories.map(({ memory }) => memory), cuboids: [] };
}

/** A table that goes to another thread for good, and its cuboids with it. */
export function handOver(engine: Engine): SharedTable {
  const shared = shareTable(engine);
  const { held } = (engine as ColumnarEngine).cuboids;
  return {
    ...shared,
    cuboids: held.map(({ dimensions, rows, bytes, codes, limbs, entries, memory }) => ({
      layout: { dimensions, rows, bytes, codes, limbs, entries },
      memory: memory.memory,
    })),
  };
}

/** A table of another thread. */
export function takeTable(kernel: Kernel, model: Model, { header, memories, cuboids }: SharedTable): Engine {
  const engine = new ColumnarEngine(kernel, openTable(kernel, model, header, memories));
  for (const { layout, memory } of cuboids) {
    engine.cuboids.take(openCuboid(engine.table, kernel.adoptMemory(memory, layout.bytes), layout));
  }
  return engine;
}
