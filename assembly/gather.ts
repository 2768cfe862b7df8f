/** Copy the items of some rows of a column to a contiguous array: `to[i] = from[rows[i]]`. */
export function gatherItems(from: usize, width: u32, rows: usize, count: u32, to: usize): void {
  if (width == 1) gather<u8>(from, rows, count, to);
  else if (width == 2) gather<u16>(from, rows, count, to);
  else if (width == 4) gather<u32>(from, rows, count, to);
  else gather<u64>(from, rows, count, to);
}

@inline
function gather<T>(from: usize, rows: usize, count: u32, to: usize): void {
  for (let at: usize = 0; at < count; at++) {
    store<T>(to + at * sizeof<T>(), load<T>(from + <usize>load<u32>(rows + at * 4) * sizeof<T>()));
  }
}
