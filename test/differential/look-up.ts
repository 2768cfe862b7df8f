import { ColumnarEngine } from "#src/engines/columnar/engine.js";
import { PostingLists } from "#src/engines/columnar/select/posting-lists.js";
import type { Engine } from "#src/core/engine/engine.js";
import type { Kernel } from "#src/engines/kernel/kernel.js";

const ALWAYS = { rows: 0, members: 0, share: 1 };
/** Fewer rows than most tables have. */
const FEW_ROWS = 4;

/** Open the table of an engine with posting lists, which are otherwise used for large tables only. */
export function lookUp(kernel: Kernel, engine: Engine): Engine {
  const { table } = engine as ColumnarEngine;
  const entries = new PostingLists(table, ALWAYS, Infinity, Infinity);
  // A list is built on its second use.
  for (const column of table.dimensions) entries.list(column, new Uint32Array(0));
  return new ColumnarEngine(kernel, table, { postingLists: entries });
}

/** Open the table of an engine with posting lists that were built in slices. */
export async function lookUpSliced(kernel: Kernel, engine: Engine): Promise<Engine> {
  const { table } = engine as ColumnarEngine;
  const entries = new PostingLists(table, ALWAYS, Infinity, FEW_ROWS);
  for (const column of table.dimensions) {
    // Once to count the members' entries, and twice because a list is built on its second use.
    for (let times = 0; times < 3; times++) {
      entries.list(column, new Uint32Array(0));
      await entries.settle();
    }
  }
  return new ColumnarEngine(kernel, table, { postingLists: entries });
}

export function asItIs(_: Kernel, engine: Engine): Engine {
  return engine;
}
