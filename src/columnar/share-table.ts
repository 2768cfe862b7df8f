import type { Background } from "./rollups/builder.js";
import { ColumnarEngine } from "./engine.js";
import { openRollup } from "./rollups/open-rollup.js";
import { openTable } from "./table/open-table.js";
import { describeTable } from "./table/table-header.js";
import type { Engine } from "../engine/engine.js";
import type { Kernel } from "../kernel/kernel.js";
import type { Model } from "../model/cube.js";
import type { RollupLayout } from "./rollups/rollup.js";

/** A table passed between two threads. Its memories are shared, not copied. */
export interface SharedTable {
  /** The model file as JSON text. */
  readonly document: string;
  /** Header built by `describeTable`. */
  readonly header: unknown;
  readonly memories: readonly WebAssembly.Memory[];
  readonly rollups: readonly SharedRollup[];
}

export interface SharedRollup {
  readonly layout: RollupLayout;
  readonly memory: WebAssembly.Memory;
}

/** Share a table's memories with another thread, without its rollups. */
export function shareTable(engine: Engine): SharedTable {
  if (!(engine instanceof ColumnarEngine)) throw new TypeError("Not a table in shared memory");
  const { table } = engine;
  const document = JSON.stringify(table.model.document);
  return { document, header: describeTable(table), memories: table.memories.map(({ memory }) => memory), rollups: [] };
}

/** Hand a table and its rollups over to another thread; this thread must not use them again. */
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
 * Open a table that another thread shared or handed over.
 * @param background builds further rollups of it
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
