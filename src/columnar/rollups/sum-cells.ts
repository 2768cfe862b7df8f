import { TooManyGroups } from "../../kernel/memory/errors.js";
import type { Kernel } from "../../kernel/kernel.js";
import type { GroupQuery, KernelBounds } from "../../kernel/query/query.js";
import type { CodeColumn, AmountValues } from "../../kernel/query/table.js";
import { type CellKey, type CellSums, type SharedColumns, sizeOf } from "./cells.js";
import { mergeCells } from "./merge-cells.js";
import { joinPasses, planPasses, type SumPass } from "./sum-passes.js";
import { WorkMemory } from "./work-memory.js";

/** Entries that are summed up at once: a copy of their columns stays small, and is soon made. */
export const BLOCK = 2 ** 18;
/** Cells of several blocks become one of each after so many, or twice as many as that left the last time. */
const MANY_CELLS = 2 ** 18;

/**
 * Sum entries up by some keys, block by block in a memory of its own: nothing is written to the table's, which other
 * threads may read meanwhile. What it takes for itself, `workBytes` says, is some 200 MB at most beside the cells, however
 * many entries there are.
 * @param limbs what is summed
 * @returns `null` for more cells than `bounds` lets there be
 * @throws OutOfTime, OutOfMemory; then nothing is held
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

interface Wanted {
  readonly keys: readonly CellKey[];
  readonly limbs: readonly AmountValues[];
  readonly pass: SumPass | null;
}

function sumPass(
  kernel: Kernel,
  work: WorkMemory,
  { segments }: SharedColumns,
  wanted: Wanted,
  bounds: KernelBounds,
): CellSums {
  const { keys, limbs } = wanted;
  let parts: CellSums[] = [];
  let known = 0;
  for (const [at, segment] of segments.entries()) {
    for (let first = 0; first < segment.rows; first += BLOCK) {
      const length = Math.min(BLOCK, segment.rows - first);
      parts.push(kernel.aggregate(copyBlock(work, segment.memory, at, wanted, first, length), bounds));
      const cells = parts.reduce((sum, each) => sum + each.length, 0);
      if (cells < Math.max(MANY_CELLS, known * 2)) continue;
      parts = [mergeCells(kernel, work, keys, limbs.length, parts, bounds)];
      known = parts[0]!.length;
    }
  }
  return mergeCells(kernel, work, keys, limbs.length, parts, bounds);
}

/** The entries `first` … of a segment in the work memory, to be grouped. */
function copyBlock(
  work: WorkMemory,
  from: WebAssembly.Memory,
  segment: number,
  { keys, limbs, pass }: Wanted,
  first: number,
  rows: number,
): GroupQuery {
  const columns: readonly (CodeColumn | AmountValues)[] = [...keys.map(({ codes }) => codes), ...limbs];
  const { memory, pointers } = work.place(
    rows,
    columns.map(({ width }) => width),
  );
  columns.forEach((column, at) => {
    const bytes = new Uint8Array(from.buffer, column.pointers[segment]! + first * column.width, rows * column.width);
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
