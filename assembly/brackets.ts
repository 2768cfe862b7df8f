import { measureAt, PIECE, Plan, workOf } from "./plan";
import { restOf } from "./work";

/**
 * Selection by counting: amounts are counted below a bracket, and in each of its parts, which are as wide as a power of
 * two. Amounts stay in their places, so that any number of threads takes part.
 *
 *   rest of a thread ─► | below i64 | in part 0 u32 | in part 1 u32 | … BRACKET_PARTS |
 */
export const BRACKET_PARTS: u32 = 1 << 12;

export const BRACKET_BYTES: usize = 8 + BRACKET_PARTS * 4;

/**
 * Set which amounts are counted.
 * @param from the amounts, as wide as those of the plan's first measure; `count` of them
 * @param low smallest amount of the bracket; `low + span` is the largest
 * @param shift an amount is in part `(amount - low) >> shift`
 */
export function writeBracket(plan: Plan, from: usize, count: u32, low: i64, span: u64, shift: u32): void {
  assert(span >> shift < BRACKET_PARTS);
  plan.output = from;
  plan.rows = count;
  plan.bracketLow = low;
  plan.bracketSpan = span;
  plan.bracketShift = shift;
}

/** Return the numbers that a thread counted; 0 if it had no piece. */
export function bracketOf(plan: Plan, thread: u32): usize {
  const work = workOf(plan, thread);
  return load<u32>(work) ? restOf(work) : 0;
}

/** Count a piece of the amounts. */
export function countBracket(plan: Plan, thread: u32, piece: u32): void {
  const work = workOf(plan, thread);
  const rest = restOf(work);
  if (!load<u32>(work)) {
    memory.fill(rest, 0, BRACKET_BYTES);
    store<u32>(work, 1);
  }
  const first = piece * PIECE;
  const count = min<u32>(PIECE, plan.rows - first);
  const below = measureAt(plan, 0).width == 4 ? countNarrow(plan, rest, first, count) : countWide(plan, rest, first, count);
  store<i64>(rest, load<i64>(rest) + below);
}

function countNarrow(plan: Plan, rest: usize, first: u32, count: u32): i64 {
  const from = plan.output + (<usize>first << 2);
  const end = from + (<usize>count << 2);
  const low = <i32>plan.bracketLow;
  const span = <u32>plan.bracketSpan;
  const shift = plan.bracketShift;
  const lows = i32x4.splat(low);
  const spans = i32x4.splat(<i32>span);
  let belows = i32x4.splat(0);
  let at = from;
  for (; at + 16 <= end; at += 16) {
    const amounts = v128.load(at);
    belows = i32x4.sub(belows, i32x4.lt_s(amounts, lows));
    if (!v128.any_true(i32x4.le_u(i32x4.sub(amounts, lows), spans))) continue;
    for (let lane = at; lane < at + 16; lane += 4) countPart(rest, aboveOf(lane, low), span, shift);
  }
  let below =
    i32x4.extract_lane(belows, 0) +
    i32x4.extract_lane(belows, 1) +
    i32x4.extract_lane(belows, 2) +
    i32x4.extract_lane(belows, 3);
  for (; at < end; at += 4) {
    below += i32(load<i32>(at) < low);
    countPart(rest, aboveOf(at, low), span, shift);
  }
  return <i64>below;
}

function countWide(plan: Plan, rest: usize, first: u32, count: u32): i64 {
  const from = plan.output + (<usize>first << 3);
  const end = from + (<usize>count << 3);
  const low = plan.bracketLow;
  const span = plan.bracketSpan;
  const shift = plan.bracketShift;
  let below: i64 = 0;
  for (let at = from; at < end; at += 8) {
    below += i64(load<i64>(at) < low);
    countPart(rest, load<u64>(at) - <u64>low, span, shift);
  }
  return below;
}

/** Return how far an amount is above the bracket's lowest; a large number for one below it. */
@inline
function aboveOf(at: usize, low: i32): u64 {
  // In one step, the subtraction would be of 64 bits.
  const above: i32 = load<i32>(at) - low;
  return <u64>(<u32>above);
}

@inline
function countPart(rest: usize, above: u64, span: u64, shift: u32): void {
  if (above <= span) {
    const part = rest + 8 + (<usize>(above >> shift) << 2);
    store<u32>(part, load<u32>(part) + 1);
  }
}
