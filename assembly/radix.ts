/** Bytes of an entry: a value i64, a group u32, and as much unused. */
export const ENTRY: u32 = 16;
const DIGITS: u32 = 8;
/** Bytes that `radixSort` counts in. */
export const DIGITS_BYTES: usize = DIGITS * 256 * 4;

/**
 * Sort entries by value, byte after byte from the lowest; those of one value keep their order.
 *
 *   area ─► | for each of 8 bytes: 256 × u32, how many have it, then where the next goes |
 *   from ─► | size entries | size entries |
 * @returns the half that is sorted
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

/** Unsigned numbers in the order of signed ones. */
@inline
function sortable(value: i64): u64 {
  return <u64>value ^ 0x8000000000000000;
}
