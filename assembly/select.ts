import { Cut, cutAt, CUT_RANGE, CUT_SET, Plan } from "./plan";

/**
 * Mark the entries first … first + n - 1 that pass the filter and every cut.
 *
 *   masks ─► | u64: entries 0 … 63 | u64: 64 … 127 | … ceil(n / 64)      bit i of a word is its entry i
 *
 * `first` is a multiple of 64. Columns may be read up to 63 entries beyond n: other bytes of the same memory.
 * @returns how many are marked
 */
export function selectBlock(plan: Plan, masks: usize, first: u32, n: u32): u32 {
  const words = (n + 63) >> 6;
  if (plan.filter) memory.copy(masks, plan.filter + (first >> 3), words << 3);
  else memory.fill(masks, 0xff, words << 3);
  if (n & 63) {
    const last = masks + ((words - 1) << 3);
    store<u64>(last, load<u64>(last) & ((<u64>1 << (n & 63)) - 1));
  }
  for (let index: u32 = 0; index < plan.cutCount; index++) {
    const cut = cutAt(plan, index);
    if (cut.width == 1) applyCut<u8>(cut, masks, first, n);
    else if (cut.width == 2) applyCut<u16>(cut, masks, first, n);
    else applyCut<u32>(cut, masks, first, n);
  }
  let count: u64 = 0;
  for (let word: u32 = 0; word < words; word++) count += popcnt<u64>(load<u64>(masks + (word << 3)));
  return <u32>count;
}

function applyCut<T>(cut: Cut, masks: usize, first: u32, n: u32): void {
  const codes = cut.codes + first * sizeof<T>();
  const { kind, table } = { kind: cut.kind, table: cut.table };
}
