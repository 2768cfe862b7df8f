/** Bytes of an entry: a value i64, a group u32, and 4 unused bytes. */
export const ENTRY: u32 = 16;
const DIGITS: u32 = 8;
/** Bytes of the counters of `radixSort`. */
export const DIGITS_BYTES: usize = DIGITS * 256 * 4;

/**
 * Sort entries by value, byte by byte from the lowest. The sort is stable.
 *
 *   area ─► | for each of 8 bytes: 256 × u32, the number of entries with that byte, then the place of the next one |
 *   from ─► | size entries | size entries |
 * @returns the half that holds the sorted entries
 */
export function radixSort(area: usize, entries: usize, size: u32): usize {
  memory.fill(area, 0, DIGITS_BYTES);
  let from = entries;
  let to = entries + size * ENTRY;
  for (let at = from; at < from + size * ENTRY; at += ENTRY) {
    let value = sortable(load<i64>(at));
    for (let digit: u32 = 0; digit < DIGITS; digit++) {
      const slot = area + (digit << 10) + ((<usize>value & 255) << 2);
      store<u32>(slot, load<u32>(slot) + 1);
      value >>= 8;
    }
  }
  for (let digit: u32 = 0; digit < DIGITS && size; digit++) {
    const slots = area + (digit << 10);
    const shift = <u64>digit << 3;
    const some = <usize>(sortable(load<i64>(from)) >> shift) & 255;
    if (load<u32>(slots + (some << 2)) == size) continue;
    let next = to;
    for (let slot = slots; slot < slots + 1024; slot += 4) {
      const many = load<u32>(slot);
      store<u32>(slot, <u32>next);
      next += many * ENTRY;
    }
    for (let at = from; at < from + size * ENTRY; at += ENTRY) {
      const slot = slots + ((<usize>(sortable(load<i64>(at)) >> shift) & 255) << 2);
      const place = <usize>load<u32>(slot);
      v128.store(place, v128.load(at));
      store<u32>(slot, <u32>(place + ENTRY));
    }
    const other = from;
    from = to;
    to = other;
  }
  return from;
}

/** Map signed to unsigned numbers in the same order. */
@inline
function sortable(value: i64): u64 {
  return <u64>value ^ 0x8000000000000000;
}
