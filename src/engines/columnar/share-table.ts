import { ColumnarEngine, type EngineParts } from "./engine.js";
import { columnarOf, LateEngine } from "./late-engine.js";
import type { CountQuery } from "./read-version.js";
import { openRollup } from "./rollups/open-rollup.js";
import { openTable } from "./table/open-table.js";
import { unpackHeader } from "./table/packed-header.js";
import { shareColumnarTable, type SharedTable } from "./table/shared-table.js";
import type { Engine } from "../../core/engine/engine.js";
import type { ReadLatePart } from "../../core/engine/storage.js";
import type { Kernel } from "../kernel/kernel.js";
import type { Model } from "../../core/model/cube.js";
import { carryModel } from "../../core/model/parse/carried-model.js";
import type { Rollup, RollupLayout } from "./rollups/rollup.js";

export interface SharedRollup {
  readonly layout: RollupLayout;
  readonly memory: WebAssembly.Memory;
}

/** Share a table's memories with another thread, or hand it over. */
export function shareTable(engine: Engine): SharedTable {
  return shareColumnarTable(columnarOf(engine).table);
}

/** A table that this thread goes on using while another one reads it. */
export interface LentTable {
  readonly table: SharedTable;
  /** End the loan: the other thread reads nothing of it any more. */
  readonly end: () => void;
}

/** Lend a table to another thread, with its rollups so far. */
export function lendTable(engine: Engine): LentTable {
  if (engine instanceof LateEngine) {
    const { model, header, memories, parts: late } = engine;
    // Its memories are never used for something else.
    return { table: { model: carryModel(model), header, memories, late }, end: () => {} };
  }
  const { table } = columnarOf(engine);
  const held = [...table.memories];
  for (const memory of held) memory.retain();
  const end = once(() => {
    for (const memory of held) memory.release();
  });
  return { table: shareTable(engine), end };
}

/** A rollup that this thread goes on using while another one reads it. */
export interface LentRollup {
  readonly rollup: SharedRollup;
  readonly end: () => void;
}

/** Receives the rollups of a table. */
export interface RollupBorrower {
  /** @param key identifies the rollup for `onDropped` */
  onTaken(key: object, lend: () => LentRollup): void;
  onDropped(key: object): void;
}

/** Pass a table's rollups on: those that it has, and those that it gets. @returns ends it */
export function lendRollups(engine: Engine, borrower: RollupBorrower): () => void {
  // Small tables have none.
  if (engine instanceof LateEngine) return () => {};
  const { rollups } = columnarOf(engine);
  const onTaken = (rollup: Rollup): void => borrower.onTaken(rollup, () => lendRollup(rollup));
  rollups.held.forEach(onTaken);
  return rollups.watch({ onTaken, onDropped: (rollup) => borrower.onDropped(rollup) });
}

function lendRollup(rollup: Rollup): LentRollup {
  rollup.memory.retain();
  return { rollup: shareRollup(rollup), end: once(() => rollup.memory.release()) };
}

function shareRollup({ grouping, rows, bytes, codes, limbs, entries, memory }: Rollup): SharedRollup {
  return { layout: { grouping, rows, bytes, codes, limbs, entries }, memory: memory.memory };
}

/** Count a query that another thread has answered from a lent table. */
export function countQuery(engine: Engine, ...query: Parameters<CountQuery>): void {
  columnarOf(engine).count(...query);
}

/** Add a lent rollup to a lent table. @returns removes it */
export function addRollup(kernel: Kernel, engine: Engine, { layout, memory }: SharedRollup): () => void {
  const { rollups, table } = columnarOf(engine);
  const rollup = openRollup(table, kernel.adoptMemory(memory, layout.bytes), layout);
  rollups.take(rollup);
  return () => rollups.drop(rollup);
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}

/** Open a table that another thread shared or handed over. @param read reads what was not read before */
export function takeTable(
  kernel: Kernel,
  model: Model,
  { header, memories, late = [] }: SharedTable,
  { read, ...parts }: Omit<EngineParts, "postingLists"> & { readonly read?: ReadLatePart } = {},
): Engine {
  const fills = late.map((part) => (contents: Uint8Array) => read!(part, contents));
  return new ColumnarEngine(kernel, openTable(kernel, model, unpackHeader(header), memories, fills), parts);
}
