import { countGroups, type Groups, placeGroups, stridesOf } from "./groups.js";
import { exportsOf, type Grouping, type QueryJob, placeThreads, runRows, shareWork } from "../plan/query-job.js";
import type { Pointer } from "../memory/pointer.js";
import type { CellPlan } from "./plan-cells.js";
import type { Scratch } from "../memory/scratch.js";
import { type PlanKey, writePlan } from "../plan/write-plan.js";

/** Bytes up to which four sets of cells fit the second-level cache. */
const SETS_BYTES = 2 ** 20;

/** Group entries in an array of cells, one cell for every combination of the keys' values. */
export function groupCells(job: QueryJob, grouping: Grouping, cellPlan: CellPlan): Groups {
  const before = blocksRead(job);
  const plans = job.segments.map((_, segment) => writeCellPlan(job, segment, grouping, cellPlan));
  // Every thread's cells must be cleared and added up, which does not pay for a few blocks.
  const team = shareWork(job, (blocksRead(job) - before) * exportsOf(job, 0).BLOCK.value);
  plans.forEach((plan, segment) => {
    const exports = exportsOf(job, segment);
    placeThreads(team, segment, plan, exports.PHASE_CELLS.value, exports.cellsBytes(plan) >>> 0);
  });
  runRows(team, plans);
  const folded = foldSegments(team, plans, grouping, cellPlan);
  const scratch = job.scratches[0]!;
  const plan = plans[0]!;
  placeGroups(scratch, plan, grouping.measures.length, Math.min(grouping.maxGroups, cellPlan.ranks));
  scratch.memory.exports.collectCells(plan, folded, cellPlan.ranks);
  const count = countGroups(scratch, plan, grouping.maxGroups);
  const found = { scratch, plan, count, sorted: true };
  if (grouping.extremes === 0) return found;
  const at = foldExtremes(team, plans, grouping, cellPlan);
  return { ...found, extremes: { at, cells: cellPlan.ranks, measures: grouping.extremes } };
}

function blocksRead({ visit }: QueryJob): number {
  return visit.blocks - visit.skipped;
}

function writeCellPlan(
  job: QueryJob,
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
  const plan = writePlan(job, { segment, filter, cuts, keys, measures });
  // With four sets, equal keys in a row need not wait for each other's stores.
  const sets = cells * exports.cellBytes(measures.length) * 4 <= SETS_BYTES ? 4 : 1;
  exports.writeCells(plan, cells, keyBytes, sets, grouping.extremes);
  return plan;
}

/** Add up the cells of all threads and segments, numbered by ranks, in the first segment's scratch. */
function foldSegments(job: QueryJob, plans: readonly Pointer[], grouping: Grouping, cellPlan: CellPlan): Pointer {
  const bytes = exportsOf(job, 0).foldedBytes(cellPlan.ranks, grouping.measures.length) >>> 0;
  const all = job.segments.map((_, segment) => foldThreads(job, segment, plans[segment]!, grouping, cellPlan, bytes));
  const first = job.scratches[0]!;
  all.slice(1).forEach((folded, index) => {
    const copy = first.put(job.segments[index + 1]!.memory.u8(folded, bytes));
    first.memory.exports.addWords(all[0]!, copy, bytes);
  });
  return all[0]!;
}

/** Join the extremes of the cells of all threads and segments, numbered by ranks, in the first segment's scratch. */
function foldExtremes(job: QueryJob, plans: readonly Pointer[], grouping: Grouping, cellPlan: CellPlan): Pointer {
  const bytes = cellPlan.ranks * grouping.extremes * exportsOf(job, 0).EXTREMES.value;
  const all = job.scratches.map((scratch, segment) => {
    const { exports } = scratch.memory;
    const tables = putTables(scratch, grouping, cellPlan);
    const folded = scratch.take(bytes);
    exports.clearExtremes(folded, bytes);
    for (let thread = 0; thread < job.threads; thread++) {
      exports.foldExtremes(plans[segment]!, thread, folded, cellPlan.ranks, tables);
    }
    return folded;
  });
  const first = job.scratches[0]!;
  all.slice(1).forEach((folded, index) => {
    const copy = first.put(job.segments[index + 1]!.memory.u8(folded, bytes));
    first.memory.exports.joinExtremes(all[0]!, copy, bytes);
  });
  return all[0]!;
}

function foldThreads(
  job: QueryJob,
  segment: number,
  plan: Pointer,
  grouping: Grouping,
  cellPlan: CellPlan,
  bytes: number,
): Pointer {
  const scratch = job.scratches[segment]!;
  const { exports } = scratch.memory;
  if (isPlain(grouping, cellPlan)) {
    let folded = 0;
    for (let thread = 0; thread < job.threads; thread++) {
      const own = exports.threadCells(plan, thread) >>> 0;
      if (own && folded) exports.addWords(folded, own, bytes);
      folded ||= own;
    }
    return folded || takeZeros(scratch, bytes);
  }
  const tables = putTables(scratch, grouping, cellPlan);
  const folded = takeZeros(scratch, bytes);
  for (let thread = 0; thread < job.threads; thread++) {
    exports.foldCells(plan, thread, folded, cellPlan.ranks, tables);
  }
  return folded;
}

/** True if cells are already numbered by ranks. */
function isPlain({ keys }: Grouping, { late }: CellPlan): boolean {
  return keys.every(({ column, group, cardinality }, index) => !late[index] || (!group && column.size === cardinality));
}

/**
 * Write per key: its table if cells are numbered by codes (else 0), the stride of its ranks, and its number of values.
 */
function putTables(scratch: Scratch, { keys }: Grouping, { late, sizes }: CellPlan): Pointer {
  const tables = new Uint32Array(keys.length * 3);
  let stride = 1;
  for (let key = keys.length - 1; key >= 0; key--) {
    const { group, cardinality } = keys[key]!;
    tables[3 * key] = late[key] && group ? scratch.put32(group) : 0;
    tables[3 * key + 1] = stride;
    tables[3 * key + 2] = sizes[key]!;
    stride *= cardinality;
  }
  return scratch.put32(tables);
}

function takeZeros(scratch: Scratch, bytes: number): Pointer {
  const pointer = scratch.take(bytes);
  scratch.memory.exports.clearFolded(pointer, bytes);
  return pointer;
}
