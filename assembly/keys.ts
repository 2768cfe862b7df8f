import { Key, keyAt, Plan } from "./plan";

/**
 * Composite keys of a block: the sum of code × stride, or table[code] × stride, over the keys.
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

/** The same for `count` positions only; the keys of other entries are left as they are. */
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

/** Eight keys at a time; up to seven beyond n are written. */
function extendTo16<T>(codes: usize, keys: usize, n: u32, stride: u16, more: bool): void {
  const factor = i16x8.splat(<i16>stride);
  for (let row: usize = 0; row < n; row += 8) {
    const code = sizeof<T>() == 1 ? v128.load8x8_u(codes + row) : v128.load(codes + row * 2);
    let sum = i16x8.mul(code, factor);
    const at = keys + row * 2;
    if (more) sum = i16x8.add(sum, v128.load(at));
    v128.store(at, sum);
  }
}

/** Four keys at a time; up to three beyond n are written. */
function extendTo32<T>(codes: usize, keys: usize, n: u32, stride: u32, more: bool): void {
  const factor = i32x4.splat(stride);
  for (let row: usize = 0; row < n; row += 4) {
    let code: v128;
    if (sizeof<T>() == 1) {
      code = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(codes + row)));
    } else if (sizeof<T>() == 2) {
      code = v128.load16x4_u(codes + row * 2);
    } else {
      code = v128.load(codes + row * 4);
    }
    let sum = i32x4.mul(code, factor);
    const at = keys + row * 4;
    if (more) sum = i32x4.add(sum, v128.load(at));
    v128.store(at, sum);
  }
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
