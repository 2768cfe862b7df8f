import { makeKeys, makePickedKeys } from "./keys";
import { BLOCK, PIECE, Plan, workOf } from "./plan";
import { pickEntries } from "./select";
import { keysOf, positionsOf, restOf } from "./work";

/**
 * Pairs of a group and a value that occur together among the selected entries: the plan's composite key numbers them.
 *
 *   rest of a thread ─► | pair 0, 1, … 31: u32 | … | `output` bytes |
 */
export function markPairs(plan: Plan, thread: u32, piece: u32): void {
  const work = workOf(plan, thread);
  const bits = restOf(work);
  if (!load<u32>(work)) {
    memory.fill(bits, 0, plan.output);
    store<u32>(work, 1);
  }
  const keys = keysOf(work);
  const end = <u32>min<u64>((<u64>piece + 1) * PIECE, plan.rows);
  for (let first = piece * PIECE; first < end; first += BLOCK) {
    const n = min<u32>(BLOCK, end - first);
    const count = pickEntries(plan, work, first, n);
    if (count == 0) continue;
    const positions = count < n ? positionsOf(work) : 0;
    if (positions && count < n >> 2) makePickedKeys<u32>(plan, keys, first, positions, count);
    else makeKeys<u32>(plan, keys, first, n);
    for (let pick: usize = 0; pick < count; pick++) {
      const row = positions ? <usize>load<u16>(positions + pick * 2) : pick;
      const pair = load<u32>(keys + (row << 2));
      assert(<usize>(pair >> 3) < plan.output);
      const word = bits + (<usize>(pair >> 5) << 2);
      store<u32>(word, load<u32>(word) | (1 << (pair & 31)));
    }
  }
}

/** Return the pairs that a thread marked; 0 if it had no piece. */
export function pairsOf(plan: Plan, thread: u32): usize {
  const work = workOf(plan, thread);
  return load<u32>(work) ? restOf(work) : 0;
}

/** Unite the values of each cell in those of its group. @param places group of each cell, u32 */
export function unitePairs(from: usize, cells: u32, places: usize, bytes: usize, to: usize): void {
  for (let cell: usize = 0; cell < cells; cell++) {
    const own = from + cell * bytes;
    const row = to + <usize>load<u32>(places + (cell << 2)) * bytes;
    for (let at: usize = 0; at < bytes; at += 8) store<u64>(row + at, load<u64>(row + at) | load<u64>(own + at));
  }
}
