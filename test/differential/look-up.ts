import { ColumnarEngine } from "#src/columnar/engine.js";
import { MemberEntries } from "#src/columnar/member-entries.js";
import type { Engine } from "#src/engine/engine.js";
import type { Kernel } from "#src/kernel/kernel.js";

/** The same table read as large ones are: entries of members are looked up as soon as they can be. */
export function lookUp(kernel: Kernel, engine: Engine): Engine {
  const { table } = engine as ColumnarEngine;
  const entries = new MemberEntries(table, { rows: 0, members: 0, share: 1 }, Infinity);
  // Lists are made when they are wanted again.
  for (const column of table.dimensions) entries.list(column, new Uint32Array(0));
  return new ColumnarEngine(kernel, table, { memberEntries: entries });
}

export function asItIs(_: Kernel, engine: Engine): Engine {
  return engine;
}
