import { BLOCK, measureAt, PIECE, Plan, spreadTable, workOf } from "./plan";
import { listPositions, selectBlock } from "./select";
import { masksOf, positionsOf, restOf } from "./work";

/**
 * Count, sum, minimum, maximum and sum of squares of the plan's first measure. The sum of squares has 128 bits.
 *
 *   rest ─► | count i64 | sum i64 | minimum i64 | maximum i64 | squares low u64 | squares high u64 |
 */
export const STATISTICS_BYTES: usize = 48;

export function statisticsOf(plan: Plan, thread: u32): usize {
  return restOf(workOf(plan, thread));
}

/** Clear a thread's statistics: the minimum starts above, the maximum below every number. */
export function clearStatistics(plan: Plan, thread: u32): void {
  const rest = restOf(workOf(plan, thread));
  memory.fill(rest, 0, STATISTICS_BYTES);
  store<i64>(rest, i64.MAX_VALUE, 16);
  store<i64>(rest, i64.MIN_VALUE, 24);
}

export function describePiece(plan: Plan, thread: u32, piece: u32): void {
  const work = workOf(plan, thread);
  const end = <u32>min<u64>((<u64>piece + 1) * PIECE, plan.rows);
  for (let first = piece * PIECE; first < end; first += BLOCK) {
    const n = min<u32>(BLOCK, end - first);
    const count = selectBlock(plan, masksOf(work), first, n);
    if (!count) continue;
    const positions = positionsOf(work);
    listPositions(masksOf(work), n, positions, spreadTable(plan));
    const measure = measureAt(plan, 0);
    const numbers = measure.numbers + first * measure.width;
    if (measure.width == 4) describeBlock<i32>(restOf(work), numbers, positions, count);
    else describeBlock<i64>(restOf(work), numbers, positions, count);
  }
}

function describeBlock<V>(rest: usize, numbers: usize, positions: usize, count: u32): void {
  let sum = load<i64>(rest, 8);
  let least = load<i64>(rest, 16);
  let greatest = load<i64>(rest, 24);
  let low = load<u64>(rest, 32);
  let high = load<u64>(rest, 40);
  for (let pick: usize = 0; pick < count; pick++) {
    const number = <i64>load<V>(numbers + <usize>load<u16>(positions + pick * 2) * sizeof<V>());
    sum += number;
    least = min<i64>(least, number);
    greatest = max<i64>(greatest, number);
    const size = <u64>(number < 0 ? -number : number);
    const square = size * size;
    low += square;
    if (low < square) high++;
    if (sizeof<V>() == 8) high += highSquare(size);
  }
  store<i64>(rest, load<i64>(rest) + <i64>count);
  store<i64>(rest, sum, 8);
  store<i64>(rest, least, 16);
  store<i64>(rest, greatest, 24);
  store<u64>(rest, low, 32);
  store<u64>(rest, high, 40);
}

/** Return the upper 64 bits of a square, from 32-bit halves: (a·2³² + b)² = a²·2⁶⁴ + 2ab·2³² + b². */
@inline
export function highSquare(size: u64): u64 {
  const a = size >> 32;
  const b = size & 0xffffffff;
  const middle = a * b;
  const low = (b * b) >> 32;
  // 2ab + low has up to 66 bits: add in two steps.
  const first = middle + low;
  const second = (first & 0xffffffff) + (middle & 0xffffffff);
  return a * a + (first >> 32) + (middle >> 32) + (second >> 32);
}
