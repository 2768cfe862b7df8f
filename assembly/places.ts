import { blockKeys } from "./cells";
import { BLOCK, measureAt, PIECE, Plan, workOf } from "./plan";
import { searchKey } from "./rows";
import { pickEntries } from "./select";
import { highSquare } from "./statistics";
import { positionsOf, restOf } from "./work";

/**
 * Figures of the amounts of each group, for groups that are known already: their places are those of their composite
 * keys in ascending order. The amounts are those of the plan's first measure.
 *
 *   rest of a thread ─► | minimum i64, maximum i64 | … one pair for each group          PHASE_EXTREMES
 *                       | squares low u64, high u64 | …                                PHASE_SQUARES
 */

/**
 * Set the groups.
 * @param sortedKeys composite keys of the groups, ascending; used without `places`
 * @param places place of the group of each possible key, u32; 0: each entry searches its key
 */
export function writePlaces(plan: Plan, keyBytes: u32, sortedKeys: usize, count: u32, places: usize): void {
  plan.keyBytes = keyBytes;
  plan.sortedKeys = sortedKeys;
  plan.sortedCount = count;
  plan.places = places;
}

export function groupPairsBytes(groups: u32): usize {
  return <usize>groups << 4;
}

/** Return the pairs that a thread found; 0 if it had no piece. */
export function groupPairsOf(plan: Plan, thread: u32): usize {
  const work = workOf(plan, thread);
  return load<u32>(work) ? restOf(work) : 0;
}

/** Find the smallest and the largest amount of each group in a piece. */
export function findExtremes(plan: Plan, thread: u32, piece: u32): void {
  const work = begin(plan, thread, i64.MAX_VALUE, i64.MIN_VALUE);
  eachBlock<Extremes>(plan, work, piece);
}

/** Add up the squares of each group's amounts in a piece. Each sum has 128 bits: those of all amounts have no more. */
export function addSquares(plan: Plan, thread: u32, piece: u32): void {
  eachBlock<Squares>(plan, begin(plan, thread, 0, 0), piece);
}

/** Ways to change the pair of a group by an amount. */
class Extremes {}
class Squares {}

/** Return the work area of a thread, its pairs set when it begins. */
function begin(plan: Plan, thread: u32, first: i64, second: i64): usize {
  const work = workOf(plan, thread);
  if (load<u32>(work)) return work;
  const rest = restOf(work);
  for (let at = rest; at < rest + groupPairsBytes(plan.sortedCount); at += 16) {
    store<i64>(at, first);
    store<i64>(at, second, 8);
  }
  store<u32>(work, 1);
  return work;
}

function eachBlock<W>(plan: Plan, work: usize, piece: u32): void {
  const end = <u32>min<u64>((<u64>piece + 1) * PIECE, plan.rows);
  for (let first = piece * PIECE; first < end; first += BLOCK) {
    const n = min<u32>(BLOCK, end - first);
    const count = pickEntries(plan, work, first, n);
    if (count == 0) continue;
    const positions = count < n ? positionsOf(work) : 0;
    if (plan.keyBytes == 1) useBlock<W, u8>(plan, work, first, n, positions, count);
    else if (plan.keyBytes == 2) useBlock<W, u16>(plan, work, first, n, positions, count);
    else if (plan.keyBytes == 4) useBlock<W, u32>(plan, work, first, n, positions, count);
    else useBlock<W, u64>(plan, work, first, n, positions, count);
  }
}

function useBlock<W, K>(
  plan: Plan,
  work: usize,
  first: u32,
  n: u32,
  positions: usize,
  count: u32,
): void {
  const keys = plan.keyCount ? blockKeys<K>(plan, work, first, n, positions, count) : 0;
  const measure = measureAt(plan, 0);
  const numbers = measure.numbers + first * measure.width;
  if (measure.width == 4) pairBlock<W, K, i32>(plan, restOf(work), keys, numbers, positions, count);
  else pairBlock<W, K, i64>(plan, restOf(work), keys, numbers, positions, count);
}

function pairBlock<W, K, V>(
  plan: Plan,
  pairs: usize,
  keys: usize,
  numbers: usize,
  positions: usize,
  count: u32,
): void {
  for (let pick: usize = 0; pick < count; pick++) {
    const row = positions ? <usize>load<u16>(positions + pick * 2) : pick;
    const number = <i64>load<V>(numbers + row * sizeof<V>());
    const at = pairs + (placeOf<K>(plan, keys, row) << 4);
    if (idof<W>() == idof<Extremes>()) {
      if (number < load<i64>(at)) store<i64>(at, number);
      if (number > load<i64>(at, 8)) store<i64>(at, number, 8);
    } else {
      const size = <u64>(number < 0 ? -number : number);
      const square = size * size;
      const low = load<u64>(at) + square;
      let high = load<u64>(at, 8) + u64(low < square);
      if (sizeof<V>() == 8) high += highSquare(size);
      store<u64>(at, low);
      store<u64>(at, high, 8);
    }
  }
}

@inline
export function placeOf<K>(plan: Plan, keys: usize, row: usize): usize {
  if (!keys) return 0;
  const key = load<K>(keys + row * sizeof<K>());
  return plan.places ? <usize>load<u32>(plan.places + (<usize>key << 2)) : <usize>searchKey(plan, <u64>key);
}
