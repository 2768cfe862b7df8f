import { countGroups, type Groups, placeGroups, stridesOf } from "./groups.js";
import { exportsOf, type Grouping, type Job, placeThreads, runRows } from "./job.js";
import type { Pointer } from "./memory.js";
import { type CellPlan, packingShift } from "./plan-cells.js";
import type { NumberColumn } from "./table.js";
import { type PlanKey, writePlan } from "./write-plan.js";

/** Packed cells of all sets together stay within this many bytes of the second-level cache. */
const PACKED_BYTES = 2 ** 19;
/** Fewer bits would have packed cells emptied too often. */
const LEAST_SHIFT = 13;

/** Group entries in cells, one for every combination of the keys' values. */
export function groupCells(job: Job, grouping: Grouping, cellPlan: CellPlan): Groups {
  const plans = job.segments.map((_, segment) => {
    const plan = writeCellPlan(job, segment, grouping, cellPlan);
    const exports = exportsOf(job, segment);
    placeThreads(job, segment, plan, exports.PHASE_CELLS.value, exports.cellsBytes(plan) >>> 0);
    return plan;
  });
  runRows(job, plans);
  const folded = foldSegments(job, plans, grouping, cellPlan);
  const scratch = job.scratches[0]!;
  const plan = plans[0]!;
  placeGroups(scratch, plan, grouping.measures.length, Math.min(grouping.maxGroups, cellPlan.ranks));
  scratch.memory.exports.collectCells(plan, folded, cellPlan.ranks);
  return { scratch, plan, count: countGroups(scratch, plan, grouping.maxGroups), sorted: true };
}

function writeCellPlan(
  job: Job,
  segment: number,
  grouping: Grouping,
  { late, sizes, cells, keyBytes }: CellPlan,
): Pointer {
  const exports = exportsOf(job, segment);
  const { filter, cuts, measures } = grouping;
  const strides = stridesOf(sizes);
  const keys = grouping.keys.map(({ column, group }, index): PlanKey => ({
    column,
    table: late[index] ? null : group,
    stride: strides[index]!,
  }));
  const { rows } = job.segments[segment]!;
  const plan = writePlan(job.scratches[segment]!, { rows, segment, filter, cuts, keys, measures });
  const { method, sets, shift } = chooseMethod(cells, grouping.keys.length, measures);
  exports.writeCells(plan, exports[method].value, cells, keyBytes, sets, shift);
  return plan;
}

interface Method {
  readonly method: "CELLS_TOTAL" | "CELLS_PACKED" | "CELLS_PAIRS";
  /** Sets of cells side by side: runs of one key then need not wait for their own stores. */
  readonly sets: 1 | 4;
  readonly shift: number;
}

function chooseMethod(cells: number, keys: number, measures: readonly NumberColumn[]): Method {
  if (keys === 0) return { method: "CELLS_TOTAL", sets: 1, shift: 0 };
  const shift = measures.length > 0 ? packingShift(measures[0]!) : 0;
  if (shift >= LEAST_SHIFT && cells <= 2 ** shift && cells * 8 <= PACKED_BYTES) {
    return { method: "CELLS_PACKED", sets: cells * 32 <= PACKED_BYTES ? 4 : 1, shift };
  }
  return { method: "CELLS_PAIRS", sets: cells * 64 <= PACKED_BYTES ? 4 : 1, shift: 0 };
}

/** Add the cells of all threads and segments up in the first segment's scratch, numbered by ranks. */
function foldSegments(job: Job, plans: readonly Pointer[], grouping: Grouping, cellPlan: CellPlan): Pointer {
  const bytes = exportsOf(job, 0).foldedBytes(cellPlan.ranks, grouping.measures.length) >>> 0;
  const all = job.segments.map((_, segment) => foldThreads(job, segment, plans[segment]!, grouping, cellPlan, bytes));
  const first = job.scratches[0]!;
  all.slice(1).forEach((folded, index) => {
    const copy = first.put(job.segments[index + 1]!.memory.u8(folded, bytes));
    first.memory.exports.addWords(all[0]!, copy, bytes);
  });
  return all[0]!;
}

function foldThreads(
  job: Job,
  segment: number,
  plan: Pointer,
  { keys }: Grouping,
  { late, sizes, ranks }: CellPlan,
  bytes: number,
): Pointer {
  const scratch = job.scratches[segment]!;
  const { memory } = scratch;
  const strides = stridesOf(keys.map(({ cardinality }) => cardinality));
  const plain = keys.every(
    ({ column, group, cardinality }, index) => !late[index] || (!group && column.size === cardinality),
  );
  const tables = keys.flatMap(({ group }, index) => [
    late[index] && group ? scratch.put32(group) : 0,
    Number(strides[index]),
    sizes[index]!,
  ]);
  const list = scratch.put32(Uint32Array.from(tables));
  const folded = scratch.take(bytes);
  memory.u8(folded, bytes).fill(0);
  for (let thread = 0; thread < job.threads; thread++) {
    memory.exports.foldCells(plan, thread, folded, ranks, list, plain);
  }
  return folded;
}
