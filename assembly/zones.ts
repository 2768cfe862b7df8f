import { BLOCK } from "./plan";

/** Maximum number of buckets into which a zone map divides the codes of a column. */
export const MAX_BUCKETS: u32 = 256;

/**
 * Build the zone map of a column of codes: the set of buckets that occur in each block. Bucket b is bit b & 31 of word
 * b >> 5 of the block's set; code c is in bucket c >> shift.
 *
 *   codes ─► | block 0: BLOCK codes | block 1 | … |
 *   sets ─► | block 0: u32 × words | block 1 | … |      words = ceil(buckets / 32)
 *   seen ─► MAX_BUCKETS bytes of scratch
 */
export function collectBuckets(
  codes: usize,
  width: u32,
  rows: u32,
  shift: u32,
  buckets: u32,
  seen: usize,
  sets: usize,
): void {
  if (width == 1) collectAll<u8>(codes, rows, shift, buckets, seen, sets);
  else if (width == 2) collectAll<u16>(codes, rows, shift, buckets, seen, sets);
  else collectAll<u32>(codes, rows, shift, buckets, seen, sets);
}

function collectAll<T>(codes: usize, rows: u32, shift: u32, buckets: u32, seen: usize, sets: usize): void {
  const bytes = <usize>((buckets + 31) >> 5) << 2;
  let set = sets;
  for (let first: u32 = 0; first < rows; first += BLOCK) {
    const n = min<u32>(BLOCK, rows - first);
    memory.fill(seen, 0, MAX_BUCKETS);
    const from = codes + first * sizeof<T>();
    for (let row: usize = 0; row < n; row++) {
      const bucket = <u32>load<T>(from + row * sizeof<T>()) >> shift;
      assert(bucket < buckets);
      store<u8>(seen + bucket, 0xff);
    }
    for (let at: usize = 0; at < bytes; at += 4) {
      const low = i8x16.bitmask(v128.load(seen + (at << 3)));
      const high = i8x16.bitmask(v128.load(seen + (at << 3), 16));
      store<u32>(set + at, low | (high << 16));
    }
    set += bytes;
  }
}

/**
 * Build the zone map of a column of numbers: the minimum and the maximum of every block.
 *
 *   bounds ─► | block 0: minimum i64, maximum i64 | block 1 | … |
 */
export function collectBounds(numbers: usize, width: u32, rows: u32, bounds: usize): void {
  if (width == 4) boundAll<i32>(numbers, rows, bounds);
  else boundAll<i64>(numbers, rows, bounds);
}

function boundAll<V>(numbers: usize, rows: u32, bounds: usize): void {
  let at = bounds;
  for (let first: u32 = 0; first < rows; first += BLOCK) {
    const n = min<u32>(BLOCK, rows - first);
    const from = numbers + first * sizeof<V>();
    let least = load<V>(from);
    let greatest = least;
    for (let row: usize = 1; row < n; row++) {
      const number = load<V>(from + row * sizeof<V>());
      least = min<V>(least, number);
      greatest = max<V>(greatest, number);
    }
    store<i64>(at, <i64>least);
    store<i64>(at, <i64>greatest, 8);
    at += 16;
  }
}
