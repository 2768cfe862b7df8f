/**
 * Loops that add the numbers of a block to cells. `keys` and `numbers` point to the block's first entry; with
 * `positions`, only those entries count. Entries take turns with four sets of cells, so that runs of one key do not
 * wait for their own stores; `setBytes` may be 0, which makes them one set.
 *
 *   pairs   ─► | sum i64, count i64 | … cells |           sums, packed ─► | i64 | … cells |
 */

@inline
function keyOf<K>(keys: usize, row: usize, cells: u32): usize {
  const key = <usize>load<K>(keys + row * sizeof<K>());
  assert(key < cells);
  return key;
}

@inline
function addPair<K, V>(pairs: usize, keys: usize, numbers: usize, row: usize, cells: u32): void {
  const at = pairs + (keyOf<K>(keys, row, cells) << 4);
  const number = sizeof<V>() == 4
    ? i64x2.extend_low_i32x4_s(v128.load32_zero(numbers + row * 4))
    : v128.load64_zero(numbers + row * 8);
  v128.store(at, i64x2.add(v128.load(at), i64x2.add(number, i64x2(0, 1))));
}

export function addPairs<K, V>(pairs: usize, setBytes: usize, keys: usize, numbers: usize, n: u32, cells: u32): void {
  let row: usize = 0;
  for (; row + 4 <= n; row += 4) {
    addPair<K, V>(pairs, keys, numbers, row, cells);
    addPair<K, V>(pairs + setBytes, keys, numbers, row + 1, cells);
    addPair<K, V>(pairs + setBytes * 2, keys, numbers, row + 2, cells);
    addPair<K, V>(pairs + setBytes * 3, keys, numbers, row + 3, cells);
  }
  for (; row < n; row++) addPair<K, V>(pairs, keys, numbers, row, cells);
}

export function addPickedPairs<K, V>(
  pairs: usize,
  setBytes: usize,
  keys: usize,
  numbers: usize,
  positions: usize,
  count: u32,
  cells: u32,
): void {
  let pick: usize = 0;
  for (; pick + 4 <= count; pick += 4) {
    const four = load<u64>(positions + pick * 2);
    addPair<K, V>(pairs, keys, numbers, <usize>(four & 0xffff), cells);
    addPair<K, V>(pairs + setBytes, keys, numbers, <usize>((four >> 16) & 0xffff), cells);
    addPair<K, V>(pairs + setBytes * 2, keys, numbers, <usize>((four >> 32) & 0xffff), cells);
    addPair<K, V>(pairs + setBytes * 3, keys, numbers, <usize>(four >> 48), cells);
  }
  for (; pick < count; pick++) addPair<K, V>(pairs, keys, numbers, <usize>load<u16>(positions + pick * 2), cells);
}

/** `sums[key] += (number << shift) + one`: with one = 1 a packed sum and count, with shift = one = 0 a sum. */
@inline
function addSum<K, V>(
  sums: usize,
  keys: usize,
  numbers: usize,
  row: usize,
  cells: u32,
  shift: u64,
  one: i64,
): void {
  const at = sums + (keyOf<K>(keys, row, cells) << 3);
  const number = <i64>load<V>(numbers + row * sizeof<V>());
  store<i64>(at, load<i64>(at) + (number << shift) + one);
}

@inline
export function addSums<K, V>(
  sums: usize,
  setBytes: usize,
  keys: usize,
  numbers: usize,
  n: u32,
  cells: u32,
  shift: u64,
  one: i64,
): void {
  let row: usize = 0;
  for (; row + 4 <= n; row += 4) {
    addSum<K, V>(sums, keys, numbers, row, cells, shift, one);
    addSum<K, V>(sums + setBytes, keys, numbers, row + 1, cells, shift, one);
    addSum<K, V>(sums + setBytes * 2, keys, numbers, row + 2, cells, shift, one);
    addSum<K, V>(sums + setBytes * 3, keys, numbers, row + 3, cells, shift, one);
  }
  for (; row < n; row++) addSum<K, V>(sums, keys, numbers, row, cells, shift, one);
}

@inline
export function addPickedSums<K, V>(
  sums: usize,
  setBytes: usize,
  keys: usize,
  numbers: usize,
  positions: usize,
  count: u32,
  cells: u32,
  shift: u64,
  one: i64,
): void {
  let pick: usize = 0;
  for (; pick + 4 <= count; pick += 4) {
    const four = load<u64>(positions + pick * 2);
    addSum<K, V>(sums, keys, numbers, <usize>(four & 0xffff), cells, shift, one);
    addSum<K, V>(sums + setBytes, keys, numbers, <usize>((four >> 16) & 0xffff), cells, shift, one);
    addSum<K, V>(sums + setBytes * 2, keys, numbers, <usize>((four >> 32) & 0xffff), cells, shift, one);
    addSum<K, V>(sums + setBytes * 3, keys, numbers, <usize>(four >> 48), cells, shift, one);
  }
  for (; pick < count; pick++) {
    addSum<K, V>(sums, keys, numbers, <usize>load<u16>(positions + pick * 2), cells, shift, one);
  }
}

/** Count without a measure. */
export function countCells<K>(pairs: usize, keys: usize, positions: usize, count: u32, cells: u32): void {
  for (let pick: usize = 0; pick < count; pick++) {
    const row = positions ? <usize>load<u16>(positions + pick * 2) : pick;
    const at = pairs + (keyOf<K>(keys, row, cells) << 4) + 8;
    store<i64>(at, load<i64>(at) + 1);
  }
}

/** Sum of n numbers. */
export function sumAll<V>(numbers: usize, n: u32): i64 {
  let a = i64x2.splat(0);
  let b = i64x2.splat(0);
  let row: usize = 0;
  for (; row + 4 <= n; row += 4) {
    if (sizeof<V>() == 4) {
      const four = v128.load(numbers + row * 4);
      a = i64x2.add(a, i64x2.extend_low_i32x4_s(four));
      b = i64x2.add(b, i64x2.extend_high_i32x4_s(four));
    } else {
      a = i64x2.add(a, v128.load(numbers + row * 8));
      b = i64x2.add(b, v128.load(numbers + row * 8, 16));
    }
  }
  const both = i64x2.add(a, b);
  let sum = i64x2.extract_lane(both, 0) + i64x2.extract_lane(both, 1);
  for (; row < n; row++) sum += <i64>load<V>(numbers + row * sizeof<V>());
  return sum;
}

export function sumPicked<V>(numbers: usize, positions: usize, count: u32): i64 {
  let a: i64 = 0;
  let b: i64 = 0;
  let pick: usize = 0;
  for (; pick + 2 <= count; pick += 2) {
    a += <i64>load<V>(numbers + <usize>load<u16>(positions + pick * 2) * sizeof<V>());
    b += <i64>load<V>(numbers + <usize>load<u16>(positions + pick * 2, 2) * sizeof<V>());
  }
  if (pick < count) a += <i64>load<V>(numbers + <usize>load<u16>(positions + pick * 2) * sizeof<V>());
  return a + b;
}
