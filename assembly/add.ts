/**
 * Loops that add the numbers of a block to cells. `keys` and `numbers` point to the block's first entry; with
 * `positions`, only those entries are added. Successive entries go to four sets of cells in turn, so that equal keys in a
 * row need not wait for each other's stores. With `setBytes` 0 there is only one set.
 *
 *   cells ─► | sum of measure 0 i64, count i64, sum of measure 1 i64, … | … one record for each cell
 */

/** Return the pointer to the record of a key's cell. */
@inline
function recordOf<K>(cells: usize, key: usize, recordBytes: usize, count: u32): usize {
  const cell = <usize>load<K>(key);
  assert(cell < count);
  return cells + cell * recordBytes;
}

/** Load a number into the lower half of a vector; the upper half is 0. */
@inline
function loadOne<V>(number: usize): v128 {
  return sizeof<V>() == 4 ? i64x2.extend_low_i32x4_s(v128.load32_zero(number)) : v128.load64_zero(number);
}

@inline
function addFirst<V>(record: usize, number: usize): void {
  v128.store(record, i64x2.add(v128.load(record), i64x2.add(loadOne<V>(number), i64x2(0, 1))));
}

@inline
function addLater<V>(sum: usize, number: usize): void {
  store<i64>(sum, load<i64>(sum) + <i64>load<V>(number));
}

/** Add one measure and the count, to records of 16 bytes. */
export function addOne<K, V>(
  cells: usize,
  setBytes: usize,
  keys: usize,
  numbers: usize,
  positions: usize,
  n: u32,
  count: u32,
): void {
  const second = cells + setBytes;
  const third = second + setBytes;
  const fourth = third + setBytes;
  if (positions) {
    let pick = positions;
    for (const end = positions + (n & ~3) * 2; pick < end; pick += 8) {
      pickOne<K, V>(cells, keys, numbers, <usize>load<u16>(pick), count);
      pickOne<K, V>(second, keys, numbers, <usize>load<u16>(pick, 2), count);
      pickOne<K, V>(third, keys, numbers, <usize>load<u16>(pick, 4), count);
      pickOne<K, V>(fourth, keys, numbers, <usize>load<u16>(pick, 6), count);
    }
    for (const end = positions + n * 2; pick < end; pick += 2) {
      pickOne<K, V>(cells, keys, numbers, <usize>load<u16>(pick), count);
    }
    return;
  }
  let key = keys;
  let number = numbers;
  for (const end = keys + (n & ~3) * sizeof<K>(); key < end; key += 4 * sizeof<K>(), number += 4 * sizeof<V>()) {
    addFirst<V>(recordOf<K>(cells, key, 16, count), number);
    addFirst<V>(recordOf<K>(second, key + sizeof<K>(), 16, count), number + sizeof<V>());
    addFirst<V>(recordOf<K>(third, key + 2 * sizeof<K>(), 16, count), number + 2 * sizeof<V>());
    addFirst<V>(recordOf<K>(fourth, key + 3 * sizeof<K>(), 16, count), number + 3 * sizeof<V>());
  }
  for (const end = keys + n * sizeof<K>(); key < end; key += sizeof<K>(), number += sizeof<V>()) {
    addFirst<V>(recordOf<K>(cells, key, 16, count), number);
  }
}

@inline
function pickOne<K, V>(cells: usize, keys: usize, numbers: usize, row: usize, count: u32): void {
  addFirst<V>(recordOf<K>(cells, keys + row * sizeof<K>(), 16, count), numbers + row * sizeof<V>());
}

/** Add the first two of several measures, and the count. */
export function addTwo<K, V, W>(
  cells: usize,
  recordBytes: usize,
  setBytes: usize,
  keys: usize,
  numbers: usize,
  others: usize,
  positions: usize,
  n: u32,
  count: u32,
): void {
  const second = cells + setBytes;
  if (positions) {
    let pick = positions;
    for (const end = positions + (n & ~1) * 2; pick < end; pick += 4) {
      pickTwo<K, V, W>(cells, recordBytes, keys, numbers, others, <usize>load<u16>(pick), count);
      pickTwo<K, V, W>(second, recordBytes, keys, numbers, others, <usize>load<u16>(pick, 2), count);
    }
    if (n & 1) pickTwo<K, V, W>(cells, recordBytes, keys, numbers, others, <usize>load<u16>(pick), count);
    return;
  }
  let key = keys;
  let number = numbers;
  let other = others;
  for (const end = keys + (n & ~3) * sizeof<K>(); key < end; key += 4 * sizeof<K>()) {
    addBoth<V, W>(recordOf<K>(cells, key, recordBytes, count), number, other);
    addBoth<V, W>(
      recordOf<K>(second, key + sizeof<K>(), recordBytes, count),
      number + sizeof<V>(),
      other + sizeof<W>(),
    );
    addBoth<V, W>(
      recordOf<K>(cells, key + 2 * sizeof<K>(), recordBytes, count),
      number + 2 * sizeof<V>(),
      other + 2 * sizeof<W>(),
    );
    addBoth<V, W>(
      recordOf<K>(second, key + 3 * sizeof<K>(), recordBytes, count),
      number + 3 * sizeof<V>(),
      other + 3 * sizeof<W>(),
    );
    number += 4 * sizeof<V>();
    other += 4 * sizeof<W>();
  }
  for (const end = keys + n * sizeof<K>(); key < end; key += sizeof<K>()) {
    addBoth<V, W>(recordOf<K>(cells, key, recordBytes, count), number, other);
    number += sizeof<V>();
    other += sizeof<W>();
  }
}

@inline
function addBoth<V, W>(record: usize, number: usize, other: usize): void {
  addFirst<V>(record, number);
  addLater<W>(record + 16, other);
}

@inline
function pickTwo<K, V, W>(
  cells: usize,
  recordBytes: usize,
  keys: usize,
  numbers: usize,
  others: usize,
  row: usize,
  count: u32,
): void {
  const record = recordOf<K>(cells, keys + row * sizeof<K>(), recordBytes, count);
  addBoth<V, W>(record, numbers + row * sizeof<V>(), others + row * sizeof<W>());
}

/** Add one more measure, whose sum is at `offset` bytes in the record. */
export function addMore<K, V>(
  cells: usize,
  recordBytes: usize,
  offset: usize,
  setBytes: usize,
  keys: usize,
  numbers: usize,
  positions: usize,
  n: u32,
  count: u32,
): void {
  const sums = cells + offset;
  const second = sums + setBytes;
  let at: usize = 0;
  for (const end = <usize>(n & ~1); at < end; at += 2) {
    const a = positions ? <usize>load<u16>(positions + at * 2) : at;
    const b = positions ? <usize>load<u16>(positions + at * 2, 2) : at + 1;
    addLater<V>(recordOf<K>(sums, keys + a * sizeof<K>(), recordBytes, count), numbers + a * sizeof<V>());
    addLater<V>(recordOf<K>(second, keys + b * sizeof<K>(), recordBytes, count), numbers + b * sizeof<V>());
  }
  if (at == n) return;
  const last = positions ? <usize>load<u16>(positions + at * 2) : at;
  addLater<V>(recordOf<K>(sums, keys + last * sizeof<K>(), recordBytes, count), numbers + last * sizeof<V>());
}

/** Count entries without a measure, in records of 16 bytes. */
export function countCells<K>(cells: usize, keys: usize, positions: usize, n: u32, count: u32): void {
  for (let pick: usize = 0; pick < n; pick++) {
    const row = positions ? <usize>load<u16>(positions + pick * 2) : pick;
    const at = recordOf<K>(cells, keys + row * sizeof<K>(), 16, count) + 8;
    store<i64>(at, load<i64>(at) + 1);
  }
}

/** Sum n numbers, eight at a time, in four pairs of partial sums. */
export function sumAll<V>(numbers: usize, n: u32): i64 {
  let a = i64x2.splat(0);
  let b = i64x2.splat(0);
  let c = i64x2.splat(0);
  let d = i64x2.splat(0);
  let at = numbers;
  for (const end = numbers + (n & ~7) * sizeof<V>(); at < end; at += 8 * sizeof<V>()) {
    a = i64x2.add(a, loadTwo<V>(at));
    b = i64x2.add(b, loadTwo<V>(at + 2 * sizeof<V>()));
    c = i64x2.add(c, loadTwo<V>(at + 4 * sizeof<V>()));
    d = i64x2.add(d, loadTwo<V>(at + 6 * sizeof<V>()));
  }
  const all = i64x2.add(i64x2.add(a, b), i64x2.add(c, d));
  let sum = i64x2.extract_lane(all, 0) + i64x2.extract_lane(all, 1);
  for (const end = numbers + n * sizeof<V>(); at < end; at += sizeof<V>()) sum += <i64>load<V>(at);
  return sum;
}

@inline
function loadTwo<V>(at: usize): v128 {
  return sizeof<V>() == 4 ? v128.load32x2_s(at) : v128.load(at);
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

/** Add words: `to[i] += from[i]` for i64; `bytes` is a multiple of 8. */
export function addWords(to: usize, from: usize, bytes: usize): void {
  let at: usize = 0;
  for (; at + 16 <= bytes; at += 16) v128.store(to + at, i64x2.add(v128.load(to + at), v128.load(from + at)));
  if (at < bytes) store<i64>(to + at, load<i64>(to + at) + load<i64>(from + at));
}
