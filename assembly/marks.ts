import { BLOCK, Key, keyAt, PIECE, Plan, spreadTable, workOf } from "./plan";
import { listPositions, selectBlock } from "./select";
import { masksOf, positionsOf } from "./work";

/**
 * Mark the codes of the plan's first key that occur among a piece's selected entries, in the plan's output. All threads
 * write there without locks, because they write only ones.
 *
 *   codes ─► | first | … n |        marks ─► | u8 per code |
 */
export function markPiece(plan: Plan, thread: u32, piece: u32): void {
  const work = workOf(plan, thread);
  const key = keyAt(plan, 0);
  const isWhole = plan.cutCount == 0 && plan.filter == 0;
  const end = <u32>min<u64>((<u64>piece + 1) * PIECE, plan.rows);
  for (let first = piece * PIECE; first < end; first += BLOCK) {
    const n = min<u32>(BLOCK, end - first);
    const count = isWhole ? n : selectBlock(plan, masksOf(work), first, n);
    if (count == 0) continue;
    let positions: usize = 0;
    if (count < n) {
      positions = positionsOf(work);
      listPositions(masksOf(work), n, positions, spreadTable(plan));
    }
    if (key.width == 1) markBlock<u8>(plan, key, first, positions, count);
    else if (key.width == 2) markBlock<u16>(plan, key, first, positions, count);
    else markBlock<u32>(plan, key, first, positions, count);
  }
}

/** @param positions positions of `count` entries in the block; 0: its first `count` entries */
function markBlock<T>(plan: Plan, key: Key, first: u32, positions: usize, count: u32): void {
  const codes = key.codes + <usize>first * sizeof<T>();
  const marks = plan.output;
  const size = key.size;
  for (let at: usize = 0; at < count; at++) {
    const row = positions ? <usize>load<u16>(positions + at * 2) : at;
    const code = <u32>load<T>(codes + row * sizeof<T>());
    assert(code < size);
    store<u8>(marks + code, 1);
  }
}
