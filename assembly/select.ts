import { Cut, cutAt, CUT_RANGE, CUT_SET, LAST_TEST, Plan, SKIP, spreadTable, testsOf } from "./plan";
import { masksOf, positionsOf } from "./work";

/**
 * Mark the entries first … first + n - 1 that pass the filter and every cut.
 *
 *   masks ─► | u64: entries 0 … 63 | u64: 64 … 127 | … ceil(n / 64)      bit i of a word is its entry i
 *
 * `first` is a multiple of BLOCK. Up to 63 entries after the last one may be read; their values are ignored.
 * @returns the number of marked entries
 */
export function selectBlock(plan: Plan, masks: usize, first: u32, n: u32): u32 {
  const words = (n + 63) >> 6;
  const tests = testsOf(plan, first);
  if (tests == SKIP) {
    memory.fill(masks, 0, words << 3);
    return 0;
  }
  if (plan.filter) memory.copy(masks, plan.filter + (first >> 3), words << 3);
  else memory.fill(masks, 0xff, words << 3);
  if (n & 63) {
    const last = masks + ((words - 1) << 3);
    store<u64>(last, load<u64>(last) & ((<u64>1 << (n & 63)) - 1));
  }
  for (let index: u32 = 0; index < plan.cutCount; index++) {
    if (!((tests >> min<u32>(index, LAST_TEST)) & 1)) continue;
    const cut = cutAt(plan, index);
    if (cut.width == 1) applyCut<u8>(cut, masks, first, n);
    else if (cut.width == 2) applyCut<u16>(cut, masks, first, n);
    else if (cut.width == 4) applyCut<u32>(cut, masks, first, n);
    else applyCut<u64>(cut, masks, first, n);
  }
  let count: u64 = 0;
  for (let word: u32 = 0; word < words; word++) count += popcnt<u64>(load<u64>(masks + (word << 3)));
  return <u32>count;
}

function applyCut<T>(cut: Cut, masks: usize, first: u32, n: u32): void {
  const codes = cut.codes + first * sizeof<T>();
  for (let row: u32 = 0; row < n; row += 64) {
    const mask = masks + (row >> 3);
    const before = load<u64>(mask);
    if (!before) continue;
    const from = codes + row * sizeof<T>();
    let hits: u64 = 0;
    if (cut.kind == CUT_RANGE) hits = inRanges<T>(from, cut.table, cut.count);
    else if (cut.kind == CUT_SET) hits = inSet(from, cut.table);
    else hits = inTable<T>(from, cut.table, min<u32>(64, n - row), cut.size);
    store<u64>(mask, before & hits);
  }
}

/**
 * Mark values in low … low + span, compared as unsigned numbers. It works for signed numbers, too, because value - low
 * is an unsigned number in both cases.
 *
 *   ranges ─► | low u32 | span u32 | low | span | …      u64 for columns of 64 bits
 */
@inline
function inRanges<T>(from: usize, ranges: usize, count: u32): u64 {
  if (sizeof<T>() == 8) return inRange64(from, i64x2.splat(load<u64>(ranges)), i64x2.splat(load<u64>(ranges, 8)));
  let hits: u64 = 0;
  for (let range: u32 = 0; range < count; range++) {
    const low = load<u32>(ranges + range * 8);
    const span = load<u32>(ranges + range * 8, 4);
    if (sizeof<T>() == 1) hits |= inRange8(from, i8x16.splat(<i8>low), i8x16.splat(<i8>span));
    else if (sizeof<T>() == 2) hits |= inRange16(from, i16x8.splat(<i16>low), i16x8.splat(<i16>span));
    else hits |= inRange32(from, i32x4.splat(low), i32x4.splat(span));
  }
  return hits;
}

@inline
function inRange8(from: usize, low: v128, span: v128): u64 {
  let hits: u64 = 0;
  for (let part: usize = 0; part < 4; part++) {
    const hit = i8x16.le_u(i8x16.sub(v128.load(from + part * 16), low), span);
    hits |= <u64>i8x16.bitmask(hit) << (part * 16);
  }
  return hits;
}

@inline
function inRange16(from: usize, low: v128, span: v128): u64 {
  let hits: u64 = 0;
  for (let part: usize = 0; part < 4; part++) {
    const at = from + part * 32;
    const a = i16x8.le_u(i16x8.sub(v128.load(at), low), span);
    const b = i16x8.le_u(i16x8.sub(v128.load(at, 16), low), span);
    hits |= <u64>i8x16.bitmask(i8x16.narrow_i16x8_s(a, b)) << (part * 16);
  }
  return hits;
}

@inline
function inRange32(from: usize, low: v128, span: v128): u64 {
  let hits: u64 = 0;
  for (let part: usize = 0; part < 4; part++) {
    const at = from + part * 64;
    const a = i32x4.le_u(i32x4.sub(v128.load(at), low), span);
    const b = i32x4.le_u(i32x4.sub(v128.load(at, 16), low), span);
    const c = i32x4.le_u(i32x4.sub(v128.load(at, 32), low), span);
    const d = i32x4.le_u(i32x4.sub(v128.load(at, 48), low), span);
    const hit = i8x16.narrow_i16x8_s(i16x8.narrow_i32x4_s(a, b), i16x8.narrow_i32x4_s(c, d));
    hits |= <u64>i8x16.bitmask(hit) << (part * 16);
  }
  return hits;
}

@inline
function inRange64(from: usize, low: v128, span: v128): u64 {
  // SIMD compares only signed 64-bit numbers; with the sign bit flipped they are in the order of unsigned ones.
  const sign = i64x2.splat(i64.MIN_VALUE);
  const most = v128.xor(span, sign);
  let hits: u64 = 0;
  for (let part: usize = 0; part < 32; part++) {
    const above = v128.xor(i64x2.sub(v128.load(from + part * 16), low), sign);
    hits |= <u64>i64x2.bitmask(i64x2.le_s(above, most)) << (part * 2);
  }
  return hits;
}

/** Bytes of a set of 8-bit codes; see `writeSet`. */
export const SET_BYTES: usize = 48;

/**
 * Write a set of 8-bit codes. Code c is in the set if bit (c >> 4) & 7 of byte c & 15 is 1, in `lower` for codes below
 * 128, else in `upper`.
 *
 *   set ─► | lower: 16 × u8 | upper: 16 × u8 | bits: 1 2 4 … 128 1 2 4 … 128 |
 *   pass ─► | u8 per code, `size` of them |
 */
export function writeSet(set: usize, pass: usize, size: u32): void {
  memory.fill(set, 0, SET_BYTES);
  for (let code: u32 = 0; code < size; code++) {
    if (!load<u8>(pass + code)) continue;
    const byte = set + (code & 15) + (code >> 7) * 16;
    store<u8>(byte, load<u8>(byte) | <u8>(<u32>1 << ((code >> 4) & 7)));
  }
  for (let bit: u32 = 0; bit < 16; bit++) store<u8>(set + 32 + bit, <u8>(<u32>1 << (bit & 7)));
}

@inline
function inSet(from: usize, set: usize): u64 {
  const lower = v128.load(set);
  const upper = v128.load(set, 16);
  const bits = v128.load(set, 32);
  const pick = i8x16.splat(<i8>0x8f);
  let hits: u64 = 0;
  for (let part: usize = 0; part < 4; part++) {
    const codes = v128.load(from + part * 16);
    // Swizzle returns 0 for an index above 15, so the code's highest bit selects the table.
    const low = v128.and(codes, pick);
    const row = v128.or(
      i8x16.swizzle(lower, low),
      i8x16.swizzle(upper, v128.xor(low, i8x16.splat(<i8>0x80))),
    );
    const bit = i8x16.swizzle(bits, i8x16.shr_u(codes, 4));
    const miss = i8x16.eq(v128.and(row, bit), i8x16.splat(0));
    hits |= <u64>(i8x16.bitmask(miss) ^ 0xffff) << (part * 16);
  }
  return hits;
}

@inline
function inTable<T>(from: usize, pass: usize, n: u32, size: u32): u64 {
  let hits: u64 = 0;
  for (let row: u32 = 0; row < n; row++) {
    const code = <u32>load<T>(from + row * sizeof<T>());
    assert(code < size);
    hits |= <u64>load<u8>(pass + code) << row;
  }
  return hits;
}

/** Number of marks in a word up to which it is faster to list them one by one. */
const FEW: u64 = 6;

/**
 * Select the entries of a block. The positions of those that pass are listed in the work area, unless all pass.
 * @returns their number
 */
export function pickEntries(plan: Plan, work: usize, first: u32, n: u32): u32 {
  if (!plan.cutCount && !plan.filter) return n;
  const count = selectBlock(plan, masksOf(work), first, n);
  if (count && count < n) listPositions(masksOf(work), n, positionsOf(work), spreadTable(plan));
  return count;
}

/**
 * List the marked entries' positions in the block, ascending.
 *
 *   positions ─► | u16 | u16 | …      up to 16 bytes after the last position may be overwritten
 *   spread: see `writeSpread`
 */
export function listPositions(masks: usize, n: u32, positions: usize, spread: usize): void {
  let at = positions;
  for (let row: u32 = 0; row < n; row += 64) {
    let mask = load<u64>(masks + (row >> 3));
    if (!mask) continue;
    if (popcnt<u64>(mask) <= FEW) {
      while (mask) {
        store<u16>(at, <u16>(row + <u32>ctz<u64>(mask)));
        at += 2;
        mask &= mask - 1;
      }
      continue;
    }
    for (let part: u32 = 0; part < 64; part += 8) {
      const byte = <usize>mask & 255;
      const offsets = i16x8.extend_low_i8x16_u(v128.load64_zero(spread + (byte << 3)));
      v128.store(at, i16x8.add(offsets, i16x8.splat(<i16>(row + part))));
      at += <usize>popcnt<u32>(<u32>byte) << 1;
      mask >>= 8;
    }
  }
}
