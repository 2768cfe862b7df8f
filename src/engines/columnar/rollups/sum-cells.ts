import { sharedBytesOf, type SharedMemory } from "../../kernel/memory/cube-memory.js";
import { TooManyGroups } from "../../kernel/memory/errors.js";
import type { Kernel } from "../../kernel/kernel.js";
import type { GroupQuery, KernelBounds } from "../../kernel/query/query.js";
import type { CodeColumn, AmountValues } from "../../kernel/query/table.js";
import { type CellKey, type CellSums, type SharedColumns, sizeOf } from "./cells.js";
import { mergeCells } from "./merge-cells.js";
import { joinPasses, planPasses, type SumPass } from "./sum-passes.js";
import { WorkMemory } from "./work-memory.js";

/** Entries aggregated at once: the copy of their columns stays small and is quick. */
export const BLOCK = 2 ** 18;
/** Cells of several blocks are merged at this number, or at twice as many as the last merge has left. */
const MANY_CELLS = 2 ** 18;

/**
 * Aggregate entries by some keys, block by block in a separate memory: other threads may be reading the table's
 * memories. Beside the cells this takes at most about 200 MB for any number of entries; see `workBytes`.
 * @param limbs columns to sum
 * @returns `null` if there are more cells than `bounds` allows
 * @throws OutOfTime, OutOfMemory; no memory is held then
 */
export function sumCells(
  kernel: Kernel,
  table: SharedColumns,
  keys: readonly CellKey[],
  limbs: readonly AmountValues[],
  bounds: KernelBounds,
): CellSums | null {
  const work = new WorkMemory(kernel);
  const rows = table.segments.reduce((sum, each) => sum + each.rows, 0);
  try {
    const found: CellSums[] = [];
    let cells = 0;
    for (const pass of planPasses(keys, Math.min(rows, bounds.maxGroups))) {
      const maxGroups = Math.max(1, bounds.maxGroups - cells);
      found.push(sumPass(kernel, work, table, { keys, limbs, pass }, { ...bounds, maxGroups }));
      cells += found.at(-1)!.length;
      if (cells > bounds.maxGroups) return null;
    }
    return joinPasses(found);
  } catch (error) {
    if (error instanceof TooManyGroups) return null;
    throw error;
  } finally {
    work.release();
  }
}

/** Cells of one pass. */
interface CellRequest {
  readonly keys: readonly CellKey[];
  readonly limbs: readonly AmountValues[];
  readonly pass: SumPass | null;
}

function sumPass(
  kernel: Kernel,
  work: WorkMemory,
  { segments }: SharedColumns,
  request: CellRequest,
  bounds: KernelBounds,
): CellSums {
  const { keys, limbs } = request;
  let parts: CellSums[] = [];
  let numMerged = 0;
  for (const [at, segment] of segments.entries()) {
    for (let first = 0; first < segment.rows; first += BLOCK) {
      const length = Math.min(BLOCK, segment.rows - first);
      parts.push(kernel.aggregate(copyBlock(work, segment.memory, at, request, first, length), bounds));
      const cells = parts.reduce((sum, each) => sum + each.length, 0);
      if (cells < Math.max(MANY_CELLS, numMerged * 2)) continue;
      parts = [mergeCells(kernel, work, keys, limbs.length, parts, bounds)];
      numMerged = parts[0]!.length;
    }
  }
  return mergeCells(kernel, work, keys, limbs.length, parts, bounds);
}

/** Copy a segment's entries from `first` on to the work memory, and return the query that groups them. */
function copyBlock(
  work: WorkMemory,
  from: SharedMemory,
  segment: number,
  { keys, limbs, pass }: CellRequest,
  first: number,
  rows: number,
): GroupQuery {
  const columns: readonly (CodeColumn | AmountValues)[] = [...keys.map(({ codes }) => codes), ...limbs];
  const { memory, pointers } = work.place(
    rows,
    columns.map(({ width }) => width),
  );
  columns.forEach((column, at) => {
    const start = column.pointers[segment]! + first * column.width;
    const bytes = sharedBytesOf(from).subarray(start, start + rows * column.width);
    memory.u8(pointers[at]!, bytes.length).set(bytes);
  });
  const codes = keys.map((key, at) => ({ ...key.codes, pointers: [pointers[at]!] }));
  return {
    segments: [{ memory, rows }],
    filter: null,
    cuts: pass ? [{ column: codes[pass.key]!, pass: pass.pass }] : [],
    keys: keys.map((key, at) => ({ column: codes[at]!, group: key.ranks, cardinality: sizeOf(key) })),
    measures: limbs.map((limb, at) => ({ ...limb, pointers: [pointers[keys.length + at]!] })),
    order: [],
    first: 0,
    limit: Number.MAX_SAFE_INTEGER,
  };
}
