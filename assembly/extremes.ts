import { cellBytes, cellsOf, EXTREMES, extremesOf } from "./cell-layout";
import { Plan, workOf } from "./plan";
import { cellIn } from "./groups";

/** Write pairs that every amount is within. */
export function clearExtremes(extremes: usize, bytes: usize): void {
  for (let at = extremes; at < extremes + bytes; at += EXTREMES) {
    store<i64>(at, i64.MAX_VALUE);
    store<i64>(at, i64.MIN_VALUE, 8);
  }
}

/** Add one measure and the count to records of 16 bytes, in four sets by turns, and compare its amounts. */
export function addCompared<K, V>(
  cells: usize,
  setBytes: usize,
  extremes: usize,
  keys: usize,
  numbers: usize,
  positions: usize,
  n: u32,
): void {
  const second = cells + setBytes;
  const third = second + setBytes;
  const fourth = third + setBytes;
  let at: usize = 0;
  if (positions) {
    for (const end = <usize>(n & ~3) * 2; at < end; at += 8) {
      const pick = positions + at;
      addAndCompare<K, V>(cells, extremes, keys, numbers, <usize>load<u16>(pick));
      addAndCompare<K, V>(second, extremes, keys, numbers, <usize>load<u16>(pick, 2));
      addAndCompare<K, V>(third, extremes, keys, numbers, <usize>load<u16>(pick, 4));
      addAndCompare<K, V>(fourth, extremes, keys, numbers, <usize>load<u16>(pick, 6));
    }
    for (; at < <usize>n * 2; at += 2) {
      addAndCompare<K, V>(cells, extremes, keys, numbers, <usize>load<u16>(positions + at));
    }
    return;
  }
  for (const end = <usize>(n & ~3); at < end; at += 4) {
    addAndCompare<K, V>(cells, extremes, keys, numbers, at);
    addAndCompare<K, V>(second, extremes, keys, numbers, at + 1);
    addAndCompare<K, V>(third, extremes, keys, numbers, at + 2);
    addAndCompare<K, V>(fourth, extremes, keys, numbers, at + 3);
  }
  for (; at < n; at++) addAndCompare<K, V>(cells, extremes, keys, numbers, at);
}

@inline
function addAndCompare<K, V>(cells: usize, extremes: usize, keys: usize, numbers: usize, row: usize): void {
  const offset = <usize>load<K>(keys + row * sizeof<K>()) << 4;
  const record = cells + offset;
  const at = numbers + row * sizeof<V>();
  const number = sizeof<V>() == 4 ? i64x2.extend_low_i32x4_s(v128.load32_zero(at)) : v128.load64_zero(at);
  v128.store(record, i64x2.add(v128.load(record), i64x2.add(number, i64x2(0, 1))));
  compareOne<V>(extremes + offset, at);
}

/** Compare the amounts of a measure with the extremes of their cells. */
export function compareCells<K, V>(extremes: usize, keys: usize, numbers: usize, positions: usize, count: u32): void {
  for (let pick: usize = 0; pick < count; pick++) {
    const row = positions ? <usize>load<u16>(positions + pick * 2) : pick;
    compareOne<V>(extremes + (<usize>load<K>(keys + row * sizeof<K>()) << 4), numbers + row * sizeof<V>());
  }
}

@inline
function compareOne<V>(pair: usize, at: usize): void {
  const number = <i64>load<V>(at);
  if (number < load<i64>(pair)) store<i64>(pair, number);
  if (number > load<i64>(pair, 8)) store<i64>(pair, number, 8);
}

/** Compare all amounts with one pair. */
export function compareAll<V>(pair: usize, numbers: usize, positions: usize, count: u32): void {
  let least = load<i64>(pair);
  let greatest = load<i64>(pair, 8);
  let pick: usize = 0;
  if (sizeof<V>() == 4 && !positions && count >= 4) {
    let low = v128.load(numbers);
    let high = low;
    for (; pick + 4 <= count; pick += 4) {
      const four = v128.load(numbers + (pick << 2));
      low = i32x4.min_s(low, four);
      high = i32x4.max_s(high, four);
    }
    for (let lane = 0; lane < 4; lane++) {
      least = min<i64>(least, <i64>i32x4.extract_lane(low, 0));
      greatest = max<i64>(greatest, <i64>i32x4.extract_lane(high, 0));
      low = i8x16.shuffle(low, low, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3);
      high = i8x16.shuffle(high, high, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3);
    }
  }
  for (; pick < count; pick++) {
    const row = positions ? <usize>load<u16>(positions + pick * 2) : pick;
    const number = <i64>load<V>(numbers + row * sizeof<V>());
    least = min<i64>(least, number);
    greatest = max<i64>(greatest, number);
  }
  store<i64>(pair, least);
  store<i64>(pair, greatest, 8);
}

/**
 * Join a thread's extremes to those of all threads, numbered by ranks.
 * @param tables see `foldCells`
 */
export function foldExtremes(plan: Plan, thread: u32, folded: usize, cells: u32, tables: usize): void {
  const work = workOf(plan, thread);
  if (!load<u32>(work)) return;
  const record = cellBytes(plan.measureCount);
  const own = extremesOf(plan, work);
  for (let cell: u32 = 0; cell < plan.cells; cell++) {
    if (!load<i64>(cellsOf(work) + <usize>cell * record, 8)) continue;
    const to = cellIn(plan, cell, tables);
    assert(to < cells);
    for (let index: u32 = 0; index < plan.extremeCount; index++) {
      const from = own + (<usize>index * plan.cells + cell) * EXTREMES;
      joinPair(folded + (<usize>index * cells + to) * EXTREMES, from);
    }
  }
}

/** Join as many pairs to others. */
export function joinExtremes(to: usize, from: usize, bytes: usize): void {
  for (let at: usize = 0; at < bytes; at += EXTREMES) joinPair(to + at, from + at);
}

/** Join all pairs of a list to its first one. */
export function joinAll(pairs: usize, bytes: usize): void {
  for (let at: usize = EXTREMES; at < bytes; at += EXTREMES) joinPair(pairs, pairs + at);
}

@inline
function joinPair(to: usize, from: usize): void {
  store<i64>(to, min<i64>(load<i64>(to), load<i64>(from)));
  store<i64>(to, max<i64>(load<i64>(to, 8), load<i64>(from, 8)), 8);
}
