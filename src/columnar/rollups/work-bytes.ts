import { type CellKey, type SharedColumns, sizeOf } from "./cells.js";
import { BLOCK } from "./sum-cells.js";
import { CELLS_OF_PASS } from "./sum-passes.js";

/** Ranks, and sums and numbers of entries. */
const [RANK_BYTES, SUM_BYTES] = [4, 8] as const;
/** Arrays that were dropped are there until garbage is collected. */
const WITH_GARBAGE = 1.5;

/**
 * Bytes, about, that it takes to sum a table up by some keys, while it is done: a block of entries, the cells of blocks
 * until they are united, a copy of them, what the kernel does that in, and all that comes out, in arrays and in columns.
 * @param numSums how many sums each cell has
 * @param rows most cells that may come out
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
