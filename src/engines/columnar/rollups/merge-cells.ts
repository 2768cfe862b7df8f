import type { Kernel } from "../../kernel/kernel.js";
import type { KernelBounds } from "../../kernel/query/query.js";
import { type CellKey, type CellSums, sizeOf } from "./cells.js";
import type { WorkMemory } from "./work-memory.js";

/** Bytes of a rank, and of a sum or a number of entries. */
const [RANK_BYTES, SUM_BYTES] = [4, 8] as const;
/** Bounds of the 64-bit columns here. No condition filters by them, so they need not be narrow. */
const ANY = { min: -(2n ** 63n), max: 2n ** 63n - 1n } as const;

/**
 * Merge the cells of several blocks: cells with the same keys become one.
 * @param numSums number of sums of each cell
 * @returns cells in ascending order of their keys
 * @throws TooManyGroups, OutOfTime, OutOfMemory
 */
export function mergeCells(
  kernel: Kernel,
  work: WorkMemory,
  keys: readonly CellKey[],
  numSums: number,
  parts: readonly CellSums[],
  bounds: KernelBounds,
): CellSums {
  if (parts.length === 1) return parts[0]!;
  const rows = parts.reduce((sum, { length }) => sum + length, 0);
  const widths = [...keys.map(() => RANK_BYTES), ...Array.from({ length: numSums + 1 }, () => SUM_BYTES)];
  const { memory, pointers } = work.place(rows, widths);
  const ranks = keys.map((key, at) => {
    const pointer = pointers[at]!;
    writeParts(memory.u32(pointer, rows), parts, (part) => part.keys[at]!);
    const column = { pointers: [pointer], width: RANK_BYTES, size: sizeOf(key) };
    return { column, group: null, cardinality: column.size };
  });
  const sums = pointers.slice(keys.length).map((pointer, at) => {
    writeParts(memory.i64(pointer, rows), parts, (part) => part.sums[at] ?? BigInt64Array.from(part.counts, BigInt));
    return { pointers: [pointer], width: SUM_BYTES, ...ANY };
  });
  const all = { filter: null, cuts: [], order: [], first: 0, limit: Number.MAX_SAFE_INTEGER };
  const segments = [{ memory, rows }];
  const page = kernel.aggregate({ ...all, segments, keys: ranks, measures: sums, weight: numSums }, bounds);
  return { length: page.length, keys: page.keys, sums: page.sums.slice(0, -1), counts: page.counts };
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
