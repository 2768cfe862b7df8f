import { Key, keyAt, Plan } from "./plan";

/**
 * Compute the composite keys of a block: the sum over all keys of code × stride, or table[code] × stride.
 *
 *   codes (each key) ─► | first | … n |       keys ─► | K | K | … n |
 */
export function makeKeys<K>(plan: Plan, keys: usize, first: u32, n: u32): void {
  for (let index: u32 = 0; index < plan.keyCount; index++) {
    const key = keyAt(plan, index);
    if (key.width == 1) addKey<K, u8>(key, keys, first, n, index > 0);
    else if (key.width == 2) addKey<K, u16>(key, keys, first, n, index > 0);
    else addKey<K, u32>(key, keys, first, n, index > 0);
  }
}

/** Compute the composite keys of the entries at `count` positions; those of other entries are not written. */
export function makePickedKeys<K>(plan: Plan, keys: usize, first: u32, positions: usize, count: u32): void {
  for (let index: u32 = 0; index < plan.keyCount; index++) {
    const key = keyAt(plan, index);
    if (key.width == 1) addPickedKey<K, u8>(key, keys, first, positions, count, index > 0);
    else if (key.width == 2) addPickedKey<K, u16>(key, keys, first, positions, count, index > 0);
    else addPickedKey<K, u32>(key, keys, first, positions, count, index > 0);
  }
}

function addKey<K, T>(key: Key, keys: usize, first: u32, n: u32, more: bool): void {
  const codes = key.codes + first * sizeof<T>();
  if (!key.table && sizeof<K>() == 2 && sizeof<T>() <= 2) extendTo16<T>(codes, keys, n, <u16>key.stride, more);
  else if (!key.table && sizeof<K>() == 4) extendTo32<T>(codes, keys, n, <u32>key.stride, more);
  else lookUp<K, T>(key, codes, keys, n, more);
}

/** Compute sixteen 16-bit keys at a time; the last group may pass n, but stays in the block's area. */
function extendTo16<T>(codes: usize, keys: usize, n: u32, stride: u16, more: bool): void {
  const factor = i16x8.splat(<i16>stride);
  const end = keys + n * 2;
  if (more) {
    for (let at = keys, code = codes; at < end; at += 32, code += 16 * sizeof<T>()) {
      v128.store(at, i16x8.add(i16x8.mul(loadEight<T>(code, false), factor), v128.load(at)));
      v128.store(at, i16x8.add(i16x8.mul(loadEight<T>(code, true), factor), v128.load(at, 16)), 16);
    }
  } else {
    for (let at = keys, code = codes; at < end; at += 32, code += 16 * sizeof<T>()) {
      v128.store(at, i16x8.mul(loadEight<T>(code, false), factor));
      v128.store(at, i16x8.mul(loadEight<T>(code, true), factor), 16);
    }
  }
}

/** Load eight codes as 16-bit numbers: the first or the second half of sixteen codes. */
@inline
function loadEight<T>(codes: usize, next: bool): v128 {
  if (sizeof<T>() == 1) return next ? v128.load8x8_u(codes, 8) : v128.load8x8_u(codes);
  return next ? v128.load(codes, 16) : v128.load(codes);
}

/** Compute eight 32-bit keys at a time; the last group may pass n, but stays in the block's area. */
function extendTo32<T>(codes: usize, keys: usize, n: u32, stride: u32, more: bool): void {
  const factor = i32x4.splat(stride);
  const end = keys + n * 4;
  if (more) {
    for (let at = keys, code = codes; at < end; at += 32, code += 8 * sizeof<T>()) {
      v128.store(at, i32x4.add(i32x4.mul(loadFour<T>(code, false), factor), v128.load(at)));
      v128.store(at, i32x4.add(i32x4.mul(loadFour<T>(code, true), factor), v128.load(at, 16)), 16);
    }
  } else {
    for (let at = keys, code = codes; at < end; at += 32, code += 8 * sizeof<T>()) {
      v128.store(at, i32x4.mul(loadFour<T>(code, false), factor));
      v128.store(at, i32x4.mul(loadFour<T>(code, true), factor), 16);
    }
  }
}

/** Load four codes as 32-bit numbers: the first or the second half of eight codes. */
@inline
function loadFour<T>(codes: usize, next: bool): v128 {
  const at = next ? codes + 4 * sizeof<T>() : codes;
  if (sizeof<T>() == 1) return i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(at)));
  return sizeof<T>() == 2 ? v128.load16x4_u(at) : v128.load(at);
}

function lookUp<K, T>(key: Key, codes: usize, keys: usize, n: u32, more: bool): void {
  const table = key.table;
  const stride = <K>key.stride;
  const size = key.size;
  for (let row: usize = 0; row < n; row++) {
    const code = <u32>load<T>(codes + row * sizeof<T>());
    assert(code < size);
    const rank = table ? load<u32>(table + (<usize>code << 2)) : code;
    const at = keys + row * sizeof<K>();
    const sum = <K>(<K>rank * stride);
    store<K>(at, more ? <K>(sum + load<K>(at)) : sum);
  }
}

function addPickedKey<K, T>(key: Key, keys: usize, first: u32, positions: usize, count: u32, more: bool): void {
  const codes = key.codes + first * sizeof<T>();
  const table = key.table;
  const stride = <K>key.stride;
  const size = key.size;
  for (let pick: usize = 0; pick < count; pick++) {
    const row = <usize>load<u16>(positions + pick * 2);
    const code = <u32>load<T>(codes + row * sizeof<T>());
    assert(code < size);
    const rank = table ? load<u32>(table + (<usize>code << 2)) : code;
    const at = keys + row * sizeof<K>();
    const sum = <K>(<K>rank * stride);
    store<K>(at, more ? <K>(sum + load<K>(at)) : sum);
  }
}
