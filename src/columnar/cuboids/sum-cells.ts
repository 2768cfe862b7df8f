import { TooManyGroups } from "../../kernel/errors.js";
import type { Kernel } from "../../kernel/kernel.js";
import { type CubeMemory, roundUp } from "../../kernel/memory.js";
import type { GroupQuery, KernelBounds } from "../../kernel/query.js";
import type { CodeColumn, NumberColumn } from "../../kernel/table.js";
import { type CellKey, type CellSums, type SharedColumns, sizeOf } from "./cells.js";
import { mergeCells } from "./merge-cells.js";

/** Entries that are summed up at once: a copy of their columns stays small, and is soon made. */
const BLOCK = 2 ** 19;
/** Cells of several blocks become one of each after so many, or twice as many as that left the last time. */
const MANY_CELLS = 2 ** 20;

/**
 * Sum entries up by some keys, block by block in a memory of its own: nothing is written to the table's, which other
 * threads may read meanwhile.
 * @param limbs what is summed
 * @returns the cells in ascending order of their keys; `null` for more than `bounds` lets there be
 * @throws OutOfTime, OutOfMemory; then nothing is held
 */
export function sumCells(
  kernel: Kernel,
  { segments }: SharedColumns,
  keys: readonly CellKey[],
  limbs: readonly NumberColumn[],
  bounds: KernelBounds,
): CellSums | null {
  const rows = Math.min(BLOCK, Math.max(0, ...segments.map((each) => each.rows)));
  const columns: readonly Column[] = [...keys.map(({ codes }) => codes), ...limbs];
  const memory = kernel.newMemory(columns.reduce((sum, { width }) => sum + roundUp(rows * width), 0));
  try {
    const places = columns.map(({ width }) => memory.allocate(rows * width));
    const query = planQuery(keys, limbs, places);
    let parts: CellSums[] = [];
    let known = 0;
    for (const [at, segment] of segments.entries()) {
      for (let first = 0; first < segment.rows; first += rows) {
        const length = Math.min(rows, segment.rows - first);
        copyRows(segment.memory, at, columns, memory, places, first, length);
        parts.push(kernel.aggregate({ ...query, segments: [{ memory, rows: length }] }, bounds));
        const cells = parts.reduce((sum, each) => sum + each.length, 0);
        if (cells < Math.max(MANY_CELLS, known * 2)) continue;
        parts = [mergeCells(kernel, keys, limbs.length, parts, bounds)];
        known = parts[0]!.length;
      }
    }
    return mergeCells(kernel, keys, limbs.length, parts, bounds);
  } catch (error) {
    if (error instanceof TooManyGroups) return null;
    throw error;
  } finally {
    memory.release();
  }
}

type Column = CodeColumn | NumberColumn;

function planQuery(
  keys: readonly CellKey[],
  limbs: readonly NumberColumn[],
  places: readonly number[],
): Omit<GroupQuery, "segments"> {
  return {
    filter: null,
    cuts: [],
    keys: keys.map((key, at) => ({
      column: { ...key.codes, pointers: [places[at]!] },
      group: key.ranks,
      cardinality: sizeOf(key),
    })),
    measures: limbs.map((limb, at) => ({ ...limb, pointers: [places[keys.length + at]!] })),
    order: [],
    first: 0,
    limit: Number.MAX_SAFE_INTEGER,
  };
}

function copyRows(
  from: WebAssembly.Memory,
  segment: number,
  columns: readonly Column[],
  memory: CubeMemory,
  places: readonly number[],
  first: number,
  length: number,
): void {
  columns.forEach(({ pointers, width }, at) => {
    const bytes = new Uint8Array(from.buffer, pointers[segment]! + first * width, length * width);
    memory.u8(places[at]!, bytes.length).set(bytes);
  });
}
