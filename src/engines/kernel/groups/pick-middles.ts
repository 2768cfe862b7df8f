import type { Pointer } from "../memory/pointer.js";
import { exportsOf, type QueryJob, runOver } from "../plan/query-job.js";
import type { AmountPair } from "../query/query.js";
import type { AmountValues } from "../query/table.js";

/** Amounts in one segment's memory, and a plan to count them by. */
export interface AmountRange {
  readonly segment: number;
  readonly plan: Pointer;
  readonly from: Pointer;
  readonly count: number;
}

/** Amounts from `low` to `high`, both included. */
interface Bracket {
  readonly low: bigint;
  readonly high: bigint;
}

/** Numbers of amounts below a bracket and in its parts, which are 2^`shift` wide. */
interface BracketCounts {
  readonly below: number;
  readonly parts: Float64Array;
  readonly shift: bigint;
}

/** An amount of a rank, and that of the next rank if it is known. */
interface RankedAmount {
  readonly amount: bigint;
  readonly next: bigint | null;
}

/**
 * Find the two middle amounts of some ranges together, at least one amount. A sample gives a narrow bracket of them;
 * counting amounts below it and in its parts gives a narrower one.
 * Cost: about two passes over the amounts, which all threads share and which the deadline ends.
 */
export function pickMiddles(job: QueryJob, ranges: readonly AmountRange[], column: AmountValues): AmountPair {
  const count = ranges.reduce((sum, range) => sum + range.count, 0);
  const all: Bracket = { low: column.min, high: column.max };
  const [lower, upper] = [(count - 1) >> 1, count >> 1];
  const found = pickRank(job, ranges, lower, all, guessBracket(job, ranges, column.width, count));
  if (upper === lower) return { lower: found.amount, upper: found.amount };
  return { lower: found.amount, upper: found.next ?? pickRank(job, ranges, upper, all, all).amount };
}

/** @param guess a bracket that probably has the amount */
function pickRank(
  job: QueryJob,
  ranges: readonly AmountRange[],
  rank: number,
  all: Bracket,
  guess: Bracket,
): RankedAmount {
  let { low, high } = all;
  let bracket = guess;
  let next: bigint | null = low === high ? low : null;
  while (low < high) {
    const { below, parts, shift } = countBracket(job, ranges, bracket);
    const part = rank < below ? -1 : findPart(parts, rank - below);
    if (part < 0) {
      if (rank < below) high = bracket.low - 1n;
      else low = bracket.high + 1n;
      next = null;
    } else {
      const first = bracket.low + (BigInt(part) << shift);
      const last = first + (1n << shift) - 1n;
      const following = findPart(parts, rank + 1 - below);
      next = shift === 0n && following >= 0 ? bracket.low + BigInt(following) : null;
      [low, high] = [first, last < bracket.high ? last : bracket.high];
    }
    bracket = { low, high };
  }
  return { amount: low, next };
}

/** Return the part that has the amount of a rank among those of the bracket; -1 if none has. */
function findPart(parts: Float64Array, first: number): number {
  let rank = first;
  for (let part = 0; part < parts.length; part++) {
    if (rank < parts[part]!) return part;
    rank -= parts[part]!;
  }
  return -1;
}

function countBracket(job: QueryJob, ranges: readonly AmountRange[], { low, high }: Bracket): BracketCounts {
  const span = high - low;
  const numParts = exportsOf(job, 0).BRACKET_PARTS.value;
  let shift = 0n;
  while (span >> shift >= numParts) shift++;
  for (const { segment, plan, from, count } of ranges) {
    const exports = exportsOf(job, segment);
    exports.writeBracket(plan, from, count, low, span, Number(shift));
    exports.writePhase(plan, exports.PHASE_BRACKET.value);
    exports.rewindThreads(plan);
  }
  runOver(
    job,
    ranges.map(({ segment, plan, count }) => ({ segment, plan, items: count })),
  );
  const parts = new Float64Array(numParts);
  let below = 0;
  for (const { segment, plan } of ranges) {
    const { memory } = job.segments[segment]!;
    for (let thread = 0; thread < job.threads; thread++) {
      const at = memory.exports.bracketOf(plan, thread) >>> 0;
      if (at === 0) continue;
      below += Number(memory.i64(at, 1)[0]!);
      const own = memory.u32(at + 8, numParts);
      for (let part = 0; part < numParts; part++) parts[part]! += own[part]!;
    }
  }
  return { below, parts, shift };
}

/** Amounts of a sample. */
const SAMPLE = 4096;
/** Places in the sample beside the middle that are in the bracket: three standard deviations. */
const MARGIN = 96;

/** Guess a bracket of the middle amounts from a sample. */
function guessBracket({ segments }: QueryJob, ranges: readonly AmountRange[], width: 4 | 8, count: number): Bracket {
  const step = Math.max(1, count / SAMPLE);
  const sample: bigint[] = [];
  let at = step / 2;
  for (const { segment, from, count: own } of ranges) {
    const { memory } = segments[segment]!;
    const amounts = width === 4 ? memory.i32(from, own) : memory.i64(from, own);
    for (; at < own; at += step) sample.push(BigInt(amounts[Math.floor(at)]!));
    at -= own;
  }
  sample.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const middle = sample.length >> 1;
  return {
    low: sample[Math.max(middle - MARGIN, 0)]!,
    high: sample[Math.min(middle + MARGIN, sample.length - 1)]!,
  };
}
