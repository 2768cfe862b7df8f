import type { Kernel } from "../../kernel/kernel.js";
import { roundUp } from "../../kernel/memory.js";
import type { KernelBounds } from "../../kernel/query.js";
import { type CellKey, type CellSums, sizeOf } from "./cells.js";

/** Ranks are 4 bytes each here, sums 8, numbers of entries 8. */
const [RANK_BYTES, SUM_BYTES] = [4, 8];
/** Of 64-bit columns whose numbers nobody selects by. */
const ANY = { min: -(2n ** 63n), max: 2n ** 63n - 1n } as const;

/**
 * Add up the cells that several blocks have in common.
 * @param numSums how many sums each cell has
 * @returns them in ascending order of their keys
 * @throws TooManyGroups, OutOfTime, OutOfMemory
 */
export function mergeCells(
  kernel: Kernel,
  keys: readonly CellKey[],
  numSums: number,
  parts: readonly CellSums[],
  bounds: KernelBounds,
): CellSums {
  if (parts.length === 1) return parts[0]!;
  const rows = parts.reduce((sum, { length }) => sum + length, 0);
  const memory = kernel.newMemory(keys.length * roundUp(rows * RANK_BYTES) + (numSums + 1) * roundUp(rows * SUM_BYTES));
  try {
    const ranks = keys.map((key, at) => {
      const pointer = memory.allocate(rows * RANK_BYTES);
      writeParts(memory.u32(pointer, rows), parts, (part) => part.keys[at]!);
      const column = { pointers: [pointer], width: RANK_BYTES as 4, size: sizeOf(key) };
      return { column, group: null, cardinality: column.size };
    });
    const sums = Array.from({ length: numSums + 1 }, (_, at) => {
      const pointer = memory.allocate(rows * SUM_BYTES);
      writeParts(memory.i64(pointer, rows), parts, (part) => part.sums[at] ?? BigInt64Array.from(part.counts, BigInt));
      return { pointers: [pointer], width: SUM_BYTES as 8, ...ANY };
    });
    const all = { filter: null, cuts: [], order: [], first: 0, limit: Number.MAX_SAFE_INTEGER };
    const page = kernel.aggregate({ ...all, segments: [{ memory, rows }], keys: ranks, measures: sums }, bounds);
    const counts = Float64Array.from(page.sums.at(-1)!, Number);
    return { length: page.length, keys: page.keys, sums: page.sums.slice(0, -1), counts };
  } finally {
    memory.release();
  }
}

function writeParts<T extends Uint32Array | BigInt64Array>(
  column: T,
  parts: readonly CellSums[],
  columnOf: (part: CellSums) => T,
): void {
  let first = 0;
  for (const part of parts) {
    (column as { set(items: T, at: number): void }).set(columnOf(part), first);
    first += part.length;
  }
}
