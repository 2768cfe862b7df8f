import { blockKeys } from "./cells";
import { BLOCK, measureAt, PIECE, Plan, workOf } from "./plan";
import { placeOf } from "./places";
import { pickEntries } from "./select";
import { positionsOf } from "./work";

/**
 * Spreading: the amounts of the plan's first measure are written group by group, as wide as they are in their column.
 *
 *   cursors ─► | a u32 for each group | … `cursorRows` rows |     1, or one for each piece
 *   output  ─► | amounts of group 0: V … | amounts of group 1 … |
 *
 * With a row for each piece, threads write no word that another one reads or writes.
 */
export function writeCursors(plan: Plan, cursors: usize, rows: u32, output: usize): void {
  plan.cursors = cursors;
  plan.cursorRows = rows;
  plan.output = output;
}

export function cursorsOf(plan: Plan): usize {
  return plan.cursors;
}

/** Clear the cursors, to count with. */
export function clearCursors(plan: Plan): void {
  memory.fill(plan.cursors, 0, (<usize>plan.cursorRows * plan.sortedCount) << 2);
}

/**
 * Turn numbers of amounts into places: of the first amount of each group in each piece. After spreading, the last row
 * holds the ends of the groups.
 * @returns the number of amounts
 */
export function placeCursors(plan: Plan): u32 {
  const row = <usize>plan.sortedCount << 2;
  const bytes = row * plan.cursorRows;
  let next: u32 = 0;
  for (let group: usize = 0; group < row; group += 4) {
    for (let at = plan.cursors + group; at < plan.cursors + bytes; at += row) {
      const count = load<u32>(at);
      store<u32>(at, next);
      next += count;
    }
  }
  return next;
}

/** Count the amounts of a piece in each group. */
export function countPiece(plan: Plan, thread: u32, piece: u32): void {
  eachBlock(plan, thread, piece, false);
}

/** Write the amounts of a piece to their groups. */
export function spreadPiece(plan: Plan, thread: u32, piece: u32): void {
  eachBlock(plan, thread, piece, true);
}

function eachBlock(plan: Plan, thread: u32, piece: u32, isWritten: bool): void {
  const work = workOf(plan, thread);
  const end = <u32>min<u64>((<u64>piece + 1) * PIECE, plan.rows);
  const cursors = plan.cursors + ((plan.cursorRows > 1 ? <usize>piece * plan.sortedCount : 0) << 2);
  for (let first = piece * PIECE; first < end; first += BLOCK) {
    const n = min<u32>(BLOCK, end - first);
    const count = pickEntries(plan, work, first, n);
    if (count == 0) continue;
    const positions = count < n ? positionsOf(work) : 0;
    if (plan.keyBytes == 1) useKeys<u8>(plan, work, cursors, first, n, positions, count, isWritten);
    else if (plan.keyBytes == 2) useKeys<u16>(plan, work, cursors, first, n, positions, count, isWritten);
    else if (plan.keyBytes == 4) useKeys<u32>(plan, work, cursors, first, n, positions, count, isWritten);
    else useKeys<u64>(plan, work, cursors, first, n, positions, count, isWritten);
  }
}

function useKeys<K>(
  plan: Plan,
  work: usize,
  cursors: usize,
  first: u32,
  n: u32,
  positions: usize,
  count: u32,
  isWritten: bool,
): void {
  const keys = plan.keyCount ? blockKeys<K>(plan, work, first, n, positions, count) : 0;
  const measure = measureAt(plan, 0);
  const numbers = measure.numbers + first * measure.width;
  if (!isWritten) countBlock<K>(plan, cursors, keys, positions, count);
  else if (measure.width == 4) spreadBlock<K, i32>(plan, cursors, keys, numbers, positions, count);
  else spreadBlock<K, i64>(plan, cursors, keys, numbers, positions, count);
}

function countBlock<K>(plan: Plan, cursors: usize, keys: usize, positions: usize, count: u32): void {
  if (!keys) {
    advance(cursors, count, isShared(plan));
  } else if (plan.places && !isShared(plan)) {
    const places = plan.places;
    for (let pick: usize = 0; pick < count; pick++) {
      const row = positions ? <usize>load<u16>(positions + pick * 2) : pick;
      const cursor = cursors + (<usize>load<u32>(places + (<usize>load<K>(keys + row * sizeof<K>()) << 2)) << 2);
      store<u32>(cursor, load<u32>(cursor) + 1);
    }
  } else {
    for (let pick: usize = 0; pick < count; pick++) {
      const row = positions ? <usize>load<u16>(positions + pick * 2) : pick;
      advance(cursors + (placeOf<K>(plan, keys, row) << 2), 1, isShared(plan));
    }
  }
}

function spreadBlock<K, V>(
  plan: Plan,
  cursors: usize,
  keys: usize,
  numbers: usize,
  positions: usize,
  count: u32,
): void {
  const output = plan.output;
  if (!keys) {
    let to = output + <usize>advance(cursors, count, isShared(plan)) * sizeof<V>();
    if (!positions) memory.copy(to, numbers, <usize>count * sizeof<V>());
    else {
      for (let pick: usize = 0; pick < count; pick++, to += sizeof<V>()) {
        store<V>(to, load<V>(numbers + <usize>load<u16>(positions + pick * 2) * sizeof<V>()));
      }
    }
  } else if (plan.places && !isShared(plan)) {
    const places = plan.places;
    for (let pick: usize = 0; pick < count; pick++) {
      const row = positions ? <usize>load<u16>(positions + pick * 2) : pick;
      const cursor = cursors + (<usize>load<u32>(places + (<usize>load<K>(keys + row * sizeof<K>()) << 2)) << 2);
      const at = load<u32>(cursor);
      store<u32>(cursor, at + 1);
      store<V>(output + <usize>at * sizeof<V>(), load<V>(numbers + row * sizeof<V>()));
    }
  } else {
    for (let pick: usize = 0; pick < count; pick++) {
      const row = positions ? <usize>load<u16>(positions + pick * 2) : pick;
      const at = <usize>advance(cursors + (placeOf<K>(plan, keys, row) << 2), 1, isShared(plan));
      store<V>(output + at * sizeof<V>(), load<V>(numbers + row * sizeof<V>()));
    }
  }
}

/** True if several threads use the cursors of one row. */
@inline
function isShared(plan: Plan): bool {
  return plan.threads > 1 && plan.cursorRows == 1;
}

/** Return a cursor, and advance it. */
@inline
function advance(cursor: usize, by: u32, shared: bool): u32 {
  if (shared) return atomic.add<u32>(cursor, by);
  const next = load<u32>(cursor);
  store<u32>(cursor, next + by);
  return next;
}
