import { blockKeys } from "./cells";
import { BLOCK, measureAt, PIECE, Plan, workOf } from "./plan";
import { searchKey } from "./rows";
import { pickEntries } from "./select";
import { positionsOf, restOf } from "./work";

/**
 * Figures of the amounts of each group, for groups that are known already: their places are those of their composite
 * keys in ascending order. The amounts are those of the plan's first measure.
 *
 *   rest of a thread ─► | minimum i64, maximum i64 | … one pair for each group          PHASE_EXTREMES
 *   cursors ─► | u32 | … one for each group                                             PHASE_SPREAD
 *   output  ─► | amounts of group 0: i64 … | amounts of group 1 … |                     where they are spread to
 */

/**
 * Set the groups.
 * @param sortedKeys 0 if every possible key is one of a group, so that it is its place
 * @param places memory for a place for each possible key, or 0: then each entry searches its key
 */
export function writePlaces(plan: Plan, keyBytes: u32, sortedKeys: usize, count: u32, places: usize): void {
  plan.keyBytes = keyBytes;
  plan.sortedKeys = sortedKeys;
  plan.sortedCount = count;
  plan.places = places;
  if (!places) return;
  for (let group: u32 = 0; group < count; group++) {
    store<u32>(places + (<usize>load<u64>(sortedKeys + (<usize>group << 3)) << 2), group);
  }
}

/**
 * Set where amounts are spread to.
 * @param cursors place of the first amount of each group, u32; that after its last one in the end
 * @param output 0 to count the amounts only
 */
export function writeCursors(plan: Plan, cursors: usize, output: usize): void {
  plan.cursors = cursors;
  plan.output = output;
}

export function extremesBytes(groups: u32): usize {
  return <usize>groups << 4;
}

/** Return the extremes that a thread found; 0 if it had no piece. */
export function extremesOf(plan: Plan, thread: u32): usize {
  const work = workOf(plan, thread);
  return load<u32>(work) ? restOf(work) : 0;
}

/** Find the smallest and the largest amount of each group in a piece. */
export function findExtremes(plan: Plan, thread: u32, piece: u32): void {
  const work = workOf(plan, thread);
  if (!load<u32>(work)) {
    const rest = restOf(work);
    for (let at = rest; at < rest + extremesBytes(plan.sortedCount); at += 16) {
      store<i64>(at, i64.MAX_VALUE);
      store<i64>(at, i64.MIN_VALUE, 8);
    }
    store<u32>(work, 1);
  }
  eachBlock(plan, work, piece, true);
}

/** Write the amounts of a piece to their groups. */
export function spreadPiece(plan: Plan, thread: u32, piece: u32): void {
  eachBlock(plan, workOf(plan, thread), piece, false);
}

function eachBlock(plan: Plan, work: usize, piece: u32, isExtreme: bool): void {
  const end = <u32>min<u64>((<u64>piece + 1) * PIECE, plan.rows);
  for (let first = piece * PIECE; first < end; first += BLOCK) {
    const n = min<u32>(BLOCK, end - first);
    const count = pickEntries(plan, work, first, n);
    if (count == 0) continue;
    const positions = count < n ? positionsOf(work) : 0;
    if (plan.keyBytes == 4) useBlock<u32>(plan, work, first, n, positions, count, isExtreme);
    else useBlock<u64>(plan, work, first, n, positions, count, isExtreme);
  }
}

function useBlock<K>(
  plan: Plan,
  work: usize,
  first: u32,
  n: u32,
  positions: usize,
  count: u32,
  isExtreme: bool,
): void {
  const keys = plan.keyCount ? blockKeys<K>(plan, work, first, n, positions, count) : 0;
  const measure = measureAt(plan, 0);
  const numbers = measure.numbers + first * measure.width;
  if (isExtreme) {
    if (measure.width == 4) compareBlock<K, i32>(plan, restOf(work), keys, numbers, positions, count);
    else compareBlock<K, i64>(plan, restOf(work), keys, numbers, positions, count);
  } else {
    if (measure.width == 4) spreadBlock<K, i32>(plan, keys, numbers, positions, count);
    else spreadBlock<K, i64>(plan, keys, numbers, positions, count);
  }
}

function compareBlock<K, V>(
  plan: Plan,
  extremes: usize,
  keys: usize,
  numbers: usize,
  positions: usize,
  count: u32,
): void {
  for (let pick: usize = 0; pick < count; pick++) {
    const row = positions ? <usize>load<u16>(positions + pick * 2) : pick;
    const number = <i64>load<V>(numbers + row * sizeof<V>());
    const at = extremes + (placeOf<K>(plan, keys, row) << 4);
    if (number < load<i64>(at)) store<i64>(at, number);
    if (number > load<i64>(at, 8)) store<i64>(at, number, 8);
  }
}

function spreadBlock<K, V>(plan: Plan, keys: usize, numbers: usize, positions: usize, count: u32): void {
  for (let pick: usize = 0; pick < count; pick++) {
    const row = positions ? <usize>load<u16>(positions + pick * 2) : pick;
    const cursor = plan.cursors + (placeOf<K>(plan, keys, row) << 2);
    const at = <usize>nextOf(cursor, plan.threads);
    if (plan.output) store<i64>(plan.output + (at << 3), <i64>load<V>(numbers + row * sizeof<V>()));
  }
}

/** Return a cursor, and advance it. */
@inline
function nextOf(cursor: usize, threads: u32): u32 {
  // Several threads spread entries of the same groups.
  if (threads > 1) return atomic.add<u32>(cursor, 1);
  const next = load<u32>(cursor);
  store<u32>(cursor, next + 1);
  return next;
}

@inline
function placeOf<K>(plan: Plan, keys: usize, row: usize): usize {
  if (!keys) return 0;
  const key = load<K>(keys + row * sizeof<K>());
  if (!plan.sortedKeys) return <usize>key;
  return plan.places ? <usize>load<u32>(plan.places + (<usize>key << 2)) : <usize>searchKey(plan, <u64>key);
}
