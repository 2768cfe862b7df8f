import { Plan, workOf } from "./plan";
import { keysOf } from "./work";

/** Groups in a piece of the phase. */
export const MEDIAN_GROUPS: u32 = 16;

/**
 * Find the two middle amounts of each group in a piece, after their amounts were spread: `cursors` then hold the ends of
 * the groups. They are the same amount if there is an odd number. An empty group has none.
 *
 *   medians ─► | lower i64, upper i64 | … one pair for each group
 */
export function findMedians(plan: Plan, thread: u32, piece: u32): void {
  const counts = keysOf(workOf(plan, thread));
  const end = min<u32>((piece + 1) * MEDIAN_GROUPS, plan.sortedCount);
  for (let group = piece * MEDIAN_GROUPS; group < end; group++) {
    const from = group ? load<u32>(plan.cursors + (<usize>(group - 1) << 2)) : 0;
    const n = load<u32>(plan.cursors + (<usize>group << 2)) - from;
    if (!n) continue;
    const amounts = plan.output + (<usize>from << 3);
    const lower = pickRank(amounts, n, (n - 1) >> 1, counts);
    const at = plan.groups + (<usize>group << 4);
    store<i64>(at, lower);
    store<i64>(at, n & 1 ? lower : nextRank(amounts, n, n >> 1, lower), 8);
  }
}

/** Set where the medians are written to. */
export function writeMedians(plan: Plan, medians: usize): void {
  plan.groups = medians;
}

/** Bits that one round of a selection decides. */
const DIGIT: u32 = 11;

/**
 * Return the amount of a rank, from 0. The amounts are rearranged. Each round counts the amounts by their next bits, the
 * highest first, and keeps those with the bits of the wanted one; it begins with the first bit that differs.
 * @param counts memory for 2^DIGIT numbers
 */
function pickRank(amounts: usize, n: u32, rank: u32, counts: usize): i64 {
  const first = load<u64>(amounts);
  let differing: u64 = 0;
  for (let at: usize = 0; at < <usize>n << 3; at += 8) differing |= load<u64>(amounts + at) ^ first;
  let bits = 64 - <u32>clz<u64>(differing);
  while (bits > 0 && n > 1) {
    const width = min<u32>(DIGIT, bits);
    // The sign bit of negative amounts is set, but they are smaller.
    const flip: u32 = bits == 64 ? 1 << (width - 1) : 0;
    bits -= width;
    const mask: u32 = (1 << width) - 1;
    memory.fill(counts, 0, <usize>4 << width);
    for (let at: usize = 0; at < <usize>n << 3; at += 8) {
      const count = counts + (digitOf(load<u64>(amounts + at), bits, mask, flip) << 2);
      store<u32>(count, load<u32>(count) + 1);
    }
    let digit: usize = 0;
    for (; rank >= load<u32>(counts + (digit << 2)); digit++) rank -= load<u32>(counts + (digit << 2));
    // Keep those by exchanging: the other amounts are still needed.
    let kept: usize = 0;
    for (let at: usize = 0; at < <usize>n << 3; at += 8) {
      const amount = load<u64>(amounts + at);
      if (digitOf(amount, bits, mask, flip) != digit) continue;
      store<u64>(amounts + at, load<u64>(amounts + kept));
      store<u64>(amounts + kept, amount);
      kept += 8;
    }
    n = <u32>(kept >> 3);
  }
  return load<i64>(amounts);
}

@inline
function digitOf(amount: u64, shift: u32, mask: u32, flip: u32): usize {
  return <usize>((<u32>(amount >> <u64>shift) & mask) ^ flip);
}

/** Return the amount of a rank, given the one before. */
function nextRank(amounts: usize, n: u32, rank: u32, before: i64): i64 {
  let atMost: u32 = 0;
  let next = i64.MAX_VALUE;
  for (let at: usize = 0; at < <usize>n << 3; at += 8) {
    const amount = load<i64>(amounts + at);
    if (amount <= before) atMost++;
    else next = min<i64>(next, amount);
  }
  return atMost > rank ? before : next;
}
