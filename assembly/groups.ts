import { addWords } from "./add";
import { cellBytes, cellsOf, sumOffset } from "./cell-layout";
import { Plan, workOf } from "./plan";

/**
 * Groups with entries, column by column; each column has `limit` places.
 *
 *   groups ─► | keys: limit × u64 | counts: limit × i64 | sums of measure 0: limit × i64 | … 1 … |
 */
@inline
export function groupKeys(plan: Plan): usize {
  return plan.groups;
}

@inline
export function groupCounts(plan: Plan): usize {
  return plan.groups + (<usize>plan.groupLimit << 3);
}

@inline
export function groupSums(plan: Plan, measure: u32): usize {
  return plan.groups + (<usize>plan.groupLimit << 3) * (2 + measure);
}

/** Return the bytes of `limit` groups, as f64, because they may exceed a memory's size. */
export function groupsBytes(measures: u32, limit: u32): f64 {
  return <f64>limit * 8 * (2 + <f64>measures);
}

export function writeGroups(plan: Plan, groups: usize, limit: u32): void {
  plan.groups = groups;
  plan.groupLimit = limit;
  plan.groupCount = 0;
}

export function readGroupCount(plan: Plan): u32 {
  return plan.groupCount;
}

/** Return the bytes of folded cells: one record, as drawn in `cells.ts`, per combination of ranks. */
export function foldedBytes(cells: u32, measures: u32): usize {
  return <usize>cells * cellBytes(measures);
}

/**
 * Clear folded cells. JavaScript would take many times as long, because it fills views of shared memory byte by byte.
 */
export function clearFolded(folded: usize, bytes: usize): void {
  memory.fill(folded, 0, bytes);
}

const TABLE: u32 = 12;

/** Return a thread's cells; 0 if it had no piece. */
export function threadCells(plan: Plan, thread: u32): usize {
  const work = workOf(plan, thread);
  return load<u32>(work) ? cellsOf(work) : 0;
}

/**
 * Add a thread's cells, numbered by codes, to cells numbered by ranks. `tables` holds per key a table from code to rank
 * (0: the code is the rank), the stride of its ranks and the number of its codes.
 *
 *   tables ─► | table u32, stride u32, size u32 | … keyCount |
 *   cells ─► key 0's code 0: | last key's codes 0 … size - 1 | … one row for each combination of the other keys
 */
export function foldCells(plan: Plan, thread: u32, folded: usize, cells: u32, tables: usize): void {
  const work = workOf(plan, thread);
  if (!load<u32>(work)) return;
  const record = cellBytes(plan.measureCount);
  const last = plan.keyCount - 1;
  const table = <usize>load<u32>(tables + last * TABLE);
  const stride = load<u32>(tables + last * TABLE, 4);
  const size = load<u32>(tables + last * TABLE, 8);
  let from = cellsOf(work);
  for (let row: u32 = 0; row * size < plan.cells; row++) {
    const base = rankOf(plan, row, tables);
    for (let code: u32 = 0; code < size; code++, from += record) {
      if (!load<i64>(from, 8)) continue;
      const to = base + (table ? load<u32>(table + (<usize>code << 2)) : code) * stride;
      assert(to < cells);
      addWords(folded + <usize>to * record, from, record);
    }
  }
}

/** Return the cell, numbered by ranks, of one that is numbered by codes. @param tables see `foldCells` */
export function cellIn(plan: Plan, cell: u32, tables: usize): u32 {
  if (!plan.keyCount) return 0;
  const last = plan.keyCount - 1;
  const size = load<u32>(tables + last * TABLE, 8);
  const code = cell % size;
  const table = <usize>load<u32>(tables + last * TABLE);
  const rank = table ? load<u32>(table + (<usize>code << 2)) : code;
  return rankOf(plan, cell / size, tables) + rank * load<u32>(tables + last * TABLE, 4);
}

/** Return a row's base cell: the rank × stride of every key except the last, added up. */
function rankOf(plan: Plan, row: u32, tables: usize): u32 {
  let rest = row;
  let rank: u32 = 0;
  for (let index = <i32>plan.keyCount - 2; index >= 0; index--) {
    const size = load<u32>(tables + <u32>index * TABLE, 8);
    const code = rest % size;
    const table = <usize>load<u32>(tables + <u32>index * TABLE);
    rank += (table ? load<u32>(table + (<usize>code << 2)) : code) * load<u32>(tables + <u32>index * TABLE, 4);
    rest /= size;
  }
  return rank;
}

/** Copy the cells with entries to groups, in ascending order. Beyond the limit, one more is counted but not copied. */
export function collectCells(plan: Plan, folded: usize, cells: u32): void {
  const record = cellBytes(plan.measureCount);
  const keys = groupKeys(plan);
  const counts = groupCounts(plan);
  let group: usize = 0;
  let from = folded;
  for (let cell: u32 = 0; cell < cells; cell++, from += record) {
    const count = load<i64>(from, 8);
    if (!count) continue;
    if (group == plan.groupLimit) {
      group++;
      break;
    }
    store<u64>(keys + (group << 3), <u64>cell);
    store<i64>(counts + (group << 3), count);
    for (let index: u32 = 0; index < plan.measureCount; index++) {
      store<i64>(groupSums(plan, index) + (group << 3), load<i64>(from + sumOffset(index)));
    }
    group++;
  }
  plan.groupCount = <u32>group;
}

/** Sum a measure over all groups; for measure -1, the counts. */
export function totalGroups(plan: Plan, measure: i32): i64 {
  const column = measure < 0 ? groupCounts(plan) : groupSums(plan, measure);
  let sum: i64 = 0;
  for (let group: usize = 0; group < plan.groupCount; group++) sum += load<i64>(column + (group << 3));
  return sum;
}

/**
 * Copy groups to another plan, and merge groups with equal keys.
 *
 *   order ─► | u32 group | … count |, ascending by key, so that equal keys are adjacent
 *   target ─► a plan with memory for the merged groups; one group beyond its limit is counted but not copied
 */
export function uniteGroups(plan: Plan, order: usize, target: Plan): void {
  let group: usize = 0;
  for (let place: usize = 0; place < plan.groupCount; place++) {
    const from = <usize>load<u32>(order + (place << 2)) << 3;
    const key = load<u64>(groupKeys(plan) + from);
    const more = group > 0 && load<u64>(groupKeys(target) + ((group - 1) << 3)) == key;
    if (!more) {
      if (group == target.groupLimit) {
        group++;
        break;
      }
      store<u64>(groupKeys(target) + (group << 3), key);
      group++;
    }
    const to = (group - 1) << 3;
    moveNumber(groupCounts(plan) + from, groupCounts(target) + to, more);
    for (let index: u32 = 0; index < plan.measureCount; index++) {
      moveNumber(groupSums(plan, index) + from, groupSums(target, index) + to, more);
    }
  }
  target.groupCount = <u32>group;
}

@inline
function moveNumber(from: usize, to: usize, more: bool): void {
  const number = load<i64>(from);
  store<i64>(to, more ? number + load<i64>(to) : number);
}

/** Return the pointer to a column of groups: -2 for the keys, -1 for the counts, else the sums of a measure. */
export function groupColumn(plan: Plan, column: i32): usize {
  if (column == -2) return groupKeys(plan);
  return column == -1 ? groupCounts(plan) : groupSums(plan, column);
}

export function addGroupCount(plan: Plan, count: u32): void {
  plan.groupCount += count;
}
