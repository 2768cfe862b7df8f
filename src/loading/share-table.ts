import { ColumnarEngine } from "../columnar/engine.js";
import { openTable } from "../columnar/open-table.js";
import { describeTable } from "../columnar/table-header.js";
import type { Engine } from "../engine/engine.js";
import type { Kernel } from "../kernel/kernel.js";
import type { Model } from "../model/cube.js";
import type { SharedTable } from "./messages.js";

/** A table for another thread. */
export function shareTable(engine: Engine): SharedTable {
  if (!(engine instanceof ColumnarEngine)) throw new TypeError("Not a table in shared memory");
  const { table } = engine;
  const document = JSON.stringify(table.model.document);
  return { document, header: describeTable(table), memories: table.memories.map(({ memory }) => memory) };
}

/** A table of another thread. */
export function takeTable(kernel: Kernel, model: Model, { header, memories }: SharedTable): Engine {
  return new ColumnarEngine(kernel, openTable(kernel, model, header, memories));
}
