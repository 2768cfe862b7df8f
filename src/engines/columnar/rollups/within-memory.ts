import { type MemoryLimit, requireMemory } from "../../kernel/memory/memory-limit.js";
import { maxRows } from "./build-rollup.js";
import { type SharedColumns, type CellKey, sizeOf } from "./cells.js";
import type { RollupBuilder } from "./builder.js";
import { BLOCK } from "./sum-cells.js";
import { CELLS_OF_PASS } from "./sum-passes.js";

/** Bytes of a rank, and of a sum or a number of entries. */
const [RANK_BYTES, SUM_BYTES] = [4, 8] as const;

/** Factor for arrays that are dropped but not garbage-collected yet. */
const WITH_GARBAGE = 1.5;

/** Return a builder that rejects with `OverMemoryLimit`, and starts nothing, if the process lacks memory for the work. */
export function withinMemory(builder: RollupBuilder, columns: SharedColumns, memory: MemoryLimit): RollupBuilder {
  return {
    keysOf: (grouping) => builder.keysOf(grouping),
    async count(keys, maxRows) {
      requireMemory(memory, workBytes(columns, keys, 0, maxRows));
      return builder.count(keys, maxRows);
    },
    async build(keys, bounds) {
      requireMemory(memory, workBytes(columns, keys, columns.limbs.length, maxRows(columns, keys, bounds)));
      return builder.build(keys, bounds);
    },
  };
}

/**
 * Estimate the bytes that aggregating a table by some keys takes while it runs: a block of entries, the cells of blocks
 * until they are merged, a copy of these, the kernel's working memory, and the result in arrays and in columns.
 * @param numSums number of sums of each cell
 * @param rows maximum number of resulting cells
 */
export function workBytes(table: SharedColumns, keys: readonly CellKey[], numSums: number, rows: number): number {
  const entries = table.segments.reduce((sum, each) => sum + each.rows, 0);
  const entryBytes = [...keys.map(({ codes }) => codes), ...table.limbs].reduce((sum, { width }) => sum + width, 0);
  const cellBytes = keys.length * RANK_BYTES + (numSums + 1) * SUM_BYTES;
  const combinations = keys.reduce((product, key) => product * sizeOf(key), 1);
  const blocks = table.segments.reduce((sum, each) => sum + Math.ceil(each.rows / BLOCK), 0);
  const parts = Math.min(entries, BLOCK + 2 * CELLS_OF_PASS, combinations * blocks);
  const result = Math.min(rows, entries, combinations);
  return WITH_GARBAGE * (Math.min(entries, BLOCK) * entryBytes + (4 * parts + 3 * result) * cellBytes);
}
