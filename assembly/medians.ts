import { measureAt, Plan, workOf } from "./plan";
import { keysOf } from "./work";

/** Groups in a piece of the phase. */
export const MEDIAN_GROUPS: u32 = 16;

/** Amounts of a group above which its median is found by counting, see `brackets.ts`. */
export const LARGE_GROUP: u32 = 1 << 18;

/**
 * Find the two middle amounts of each group in a piece, after their amounts were spread; of an odd number they are the
 * same. Empty groups and large ones have none.
 *
 *   ends    ─► | end of group 0 u32 | … |
 *   medians ─► | lower i64, upper i64 | … one pair for each group
 */
export function findMedians(plan: Plan, thread: u32, piece: u32): void {
  if (measureAt(plan, 0).width == 4) eachGroup<i32>(plan, thread, piece);
  else eachGroup<i64>(plan, thread, piece);
}

/** Set where the medians are written to. */
export function writeMedians(plan: Plan, medians: usize): void {
  plan.groups = medians;
}

/** Return the ends of the groups' amounts. */
export function groupEnds(plan: Plan): usize {
  return plan.cursors + ((<usize>(plan.cursorRows - 1) * plan.sortedCount) << 2);
}

function eachGroup<V>(plan: Plan, thread: u32, piece: u32): void {
  const counts = keysOf(workOf(plan, thread));
  const ends = groupEnds(plan);
  const end = min<u32>((piece + 1) * MEDIAN_GROUPS, plan.sortedCount);
  for (let group = piece * MEDIAN_GROUPS; group < end; group++) {
    const from = group ? load<u32>(ends + (<usize>(group - 1) << 2)) : 0;
    const n = load<u32>(ends + (<usize>group << 2)) - from;
    if (!n || n > LARGE_GROUP) continue;
    const amounts = plan.output + <usize>from * sizeof<V>();
    const lower = n <= FEW ? pickFew<V>(amounts, n) : pickRank<V>(amounts, n, (n - 1) >> 1, counts);
    const at = plan.groups + (<usize>group << 4);
    store<i64>(at, <i64>lower);
    store<i64>(at, <i64>(n & 1 ? lower : nextRank<V>(amounts, n, n >> 1, lower)), 8);
  }
}

/** Number of amounts up to which sorting them is fast. */
const FEW: u32 = 24;

/** Sort few amounts, and return the lower middle one. */
function pickFew<V>(amounts: usize, n: u32): V {
  const end = amounts + <usize>n * sizeof<V>();
  for (let next = amounts + sizeof<V>(); next < end; next += sizeof<V>()) {
    const amount = load<V>(next);
    let at = next;
    for (; at > amounts && load<V>(at - sizeof<V>()) > amount; at -= sizeof<V>()) {
      store<V>(at, load<V>(at - sizeof<V>()));
    }
    store<V>(at, amount);
  }
  return load<V>(amounts + <usize>((n - 1) >> 1) * sizeof<V>());
}

/** Bits that one round of a selection decides: the numbers of two sets of digits fit the area of keys. */
const DIGIT: u32 = 11;

/**
 * Return the amount of a rank, from 0. The amounts are rearranged. Each round counts the amounts by their next bits, the
 * highest first, and keeps those with the bits of the wanted one; it begins with the first bit that differs.
 * @param counts memory for 2 × 2^DIGIT numbers
 */
function pickRank<V>(amounts: usize, n: u32, rank: u32, counts: usize): V {
  let bits = differingBits<V>(amounts, n);
  while (bits > 0 && n > 1) {
    const width = min<u32>(DIGIT, bits);
    // The sign bit of negative amounts is set, but they are smaller.
    const flip: u32 = bits == sizeof<V>() * 8 ? 1 << (width - 1) : 0;
    bits -= width;
    const mask: u32 = (1 << width) - 1;
    const end = amounts + <usize>n * sizeof<V>();
    const digits = countDigits<V>(amounts, end, bits, mask, flip, counts);
    let digit: usize = 0;
    for (; rank >= load<u32>(digits + (digit << 2)); digit++) rank -= load<u32>(digits + (digit << 2));
    // Keep those by exchanging: the other amounts are still needed.
    let kept = amounts;
    for (let at = amounts; at < end; at += sizeof<V>()) {
      const amount = load<V>(at);
      if (digitOf<V>(amount, bits, mask, flip) != digit) continue;
      store<V>(at, load<V>(kept));
      store<V>(kept, amount);
      kept += sizeof<V>();
    }
    n = <u32>((kept - amounts) / sizeof<V>());
  }
  return load<V>(amounts);
}

/** Return the number of bits from the highest one that differs. */
function differingBits<V>(amounts: usize, n: u32): u32 {
  const first = load<V>(amounts);
  let differing: V = 0;
  const end = amounts + <usize>n * sizeof<V>();
  for (let at = amounts; at < end; at += sizeof<V>()) differing |= load<V>(at) ^ first;
  return sizeof<V>() * 8 - <u32>clz<V>(differing);
}

/** Count the digits, in two sets by turns: amounts with the same digit need not wait for one another. */
function countDigits<V>(amounts: usize, end: usize, shift: u32, mask: u32, flip: u32, counts: usize): usize {
  const bytes = <usize>(mask + 1) << 2;
  const others = counts + bytes;
  memory.fill(counts, 0, bytes * 2);
  let at = amounts;
  for (; at + sizeof<V>() < end; at += 2 * sizeof<V>()) {
    const count = counts + (digitOf<V>(load<V>(at), shift, mask, flip) << 2);
    const other = others + (digitOf<V>(load<V>(at, sizeof<V>()), shift, mask, flip) << 2);
    store<u32>(count, load<u32>(count) + 1);
    store<u32>(other, load<u32>(other) + 1);
  }
  if (at < end) {
    const count = counts + (digitOf<V>(load<V>(at), shift, mask, flip) << 2);
    store<u32>(count, load<u32>(count) + 1);
  }
  for (let digit: usize = 0; digit < bytes; digit += 4) {
    store<u32>(counts + digit, load<u32>(counts + digit) + load<u32>(others + digit));
  }
  return counts;
}

@inline
function digitOf<V>(amount: V, shift: u32, mask: u32, flip: u32): usize {
  return <usize>((<u32>(amount >> <V>shift) & mask) ^ flip);
}

/** Return the amount of a rank, given the one before. */
function nextRank<V>(amounts: usize, n: u32, rank: u32, before: V): V {
  let atMost: u32 = 0;
  let next: V = sizeof<V>() == 4 ? <V>i32.MAX_VALUE : <V>i64.MAX_VALUE;
  const end = amounts + <usize>n * sizeof<V>();
  for (let at = amounts; at < end; at += sizeof<V>()) {
    const amount = load<V>(at);
    atMost += u32(amount <= before);
    next = select<V>(min<V>(next, amount), next, amount > before);
  }
  return atMost > rank ? before : next;
}
