import { makeKeys } from "./keys";
import { BLOCK, PIECE, Plan, workOf } from "./plan";
import { selectBlock } from "./select";
import { keysOf, masksOf } from "./work";

/**
 * Row bitmaps: entry i is bit i & 31 of word i >> 5; bits after the last entry are 0.
 *
 *   bitmap ─► | u32 | u32 | … ceil(rows / 32), rounded up to whole 64-bit words |
 */

/** Write a piece of the plan's selection to its output. */
export function selectPiece(plan: Plan, thread: u32, piece: u32): void {
  const work = workOf(plan, thread);
  const end = <u32>min<u64>((<u64>piece + 1) * PIECE, plan.rows);
  for (let first = piece * PIECE; first < end; first += BLOCK) {
    const n = min<u32>(BLOCK, end - first);
    selectBlock(plan, masksOf(work), first, n);
    memory.copy(plan.output + (first >> 3), masksOf(work), ((n + 63) >> 6) << 3);
  }
}

export function writeOutput(plan: Plan, output: usize): void {
  plan.output = output;
}

export function bitmapBytes(rows: u32): usize {
  return ((<usize>rows >> 6) + 1) << 3;
}

/** Intersect bitmaps of `rows` entries: `a &= b`. */
export function andRows(a: usize, b: usize, rows: u32): void {
  for (let at: usize = 0; at < wordsEnd(rows); at += 8) store<u64>(a + at, load<u64>(a + at) & load<u64>(b + at));
}

/** Unite bitmaps: `a |= b`. */
export function orRows(a: usize, b: usize, rows: u32): void {
  for (let at: usize = 0; at < wordsEnd(rows); at += 8) store<u64>(a + at, load<u64>(a + at) | load<u64>(b + at));
}

/** Subtract a bitmap: `a &= ~b`. */
export function andNotRows(a: usize, b: usize, rows: u32): void {
  for (let at: usize = 0; at < wordsEnd(rows); at += 8) store<u64>(a + at, load<u64>(a + at) & ~load<u64>(b + at));
}

/** Invert a bitmap: `a = ~a`; bits after the last entry stay 0. */
export function notRows(a: usize, rows: u32): void {
  for (let at: usize = 0; at < wordsEnd(rows); at += 8) store<u64>(a + at, ~load<u64>(a + at));
  const last = rows & 63;
  if (!last) return;
  const at = a + ((<usize>rows >> 6) << 3);
  store<u64>(at, load<u64>(at) & ((<u64>1 << last) - 1));
}

/** Set or clear every entry's bit. */
export function fillRows(a: usize, rows: u32, every: bool): void {
  memory.fill(a, 0, bitmapBytes(rows));
  if (every) notRows(a, rows);
}

export function countRows(a: usize, rows: u32): u32 {
  let count: u64 = 0;
  for (let at: usize = 0; at < wordsEnd(rows); at += 8) count += popcnt<u64>(load<u64>(a + at));
  return <u32>count;
}

@inline
function wordsEnd(rows: u32): usize {
  return ((<usize>rows + 63) >> 6) << 3;
}

/**
 * Set up recoding: write for every entry the place of its composite key among `count` ascending keys, u32, to `output`.
 */
export function writeRecode(plan: Plan, sortedKeys: usize, count: u32, output: usize): void {
  plan.sortedKeys = sortedKeys;
  plan.sortedCount = count;
  plan.output = output;
}

/** Recode a piece; entries outside the selection get 0. Cost: a binary search per selected entry. */
export function recodePiece(plan: Plan, thread: u32, piece: u32): void {
  const work = workOf(plan, thread);
  const keys = keysOf(work);
  const masks = masksOf(work);
  const end = <u32>min<u64>((<u64>piece + 1) * PIECE, plan.rows);
  for (let first = piece * PIECE; first < end; first += BLOCK) {
    const n = min<u32>(BLOCK, end - first);
    selectBlock(plan, masks, first, n);
    makeKeys<u64>(plan, keys, first, n);
    for (let row: u32 = 0; row < n; row++) {
      const chosen = (load<u64>(masks + ((row >> 6) << 3)) >> (row & 63)) & 1;
      const place = chosen ? searchKey(plan, load<u64>(keys + (<usize>row << 3))) : 0;
      store<u32>(plan.output + (<usize>(first + row) << 2), place);
    }
  }
}

/** Return the place of a composite key among the known groups. */
export function searchKey(plan: Plan, key: u64): u32 {
  let low: u32 = 0;
  let high = plan.sortedCount;
  while (low < high) {
    const middle = low + ((high - low) >> 1);
    if (load<u64>(plan.sortedKeys + (<usize>middle << 3)) < key) low = middle + 1;
    else high = middle;
  }
  assert(low < plan.sortedCount);
  return low;
}
