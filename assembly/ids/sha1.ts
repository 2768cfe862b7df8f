/** SHA-1 (FIPS 180-4) of four messages at once, one in each lane of a vector. */

/** Bytes of a block, and of a digest. */
export const BLOCK: u32 = 64;
export const DIGEST: u32 = 20;

/** The last 16 words of the message schedule, 16 bytes each. */
const schedule: usize = memory.data(256, 16);
/** State of the four messages: five words, 16 bytes each. */
const state: usize = memory.data(80, 16);

/** Lanes with all bits set for messages that have the next block. */
export const counts: usize = memory.data(16, 16);

const SWAP = i8x16(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);

export function begin(): void {
  v128.store(state, i32x4.splat(0x67452301));
  v128.store(state, i32x4.splat(<i32>0xefcdab89), 16);
  v128.store(state, i32x4.splat(<i32>0x98badcfe), 32);
  v128.store(state, i32x4.splat(0x10325476), 48);
  v128.store(state, i32x4.splat(<i32>0xc3d2e1f0), 64);
}

@inline
function rotate(x: v128, bits: i32): v128 {
  return v128.or(i32x4.shl(x, bits), i32x4.shr_u(x, 32 - bits));
}

/** Load four words of each message, and give each vector one word of all. */
@inline
function loadWords(at: u32, a: usize, b: usize, c: usize, d: usize): void {
  const offset = <usize>at * 4;
  const rowA = i8x16.swizzle(v128.load(a + offset), SWAP);
  const rowB = i8x16.swizzle(v128.load(b + offset), SWAP);
  const rowC = i8x16.swizzle(v128.load(c + offset), SWAP);
  const rowD = i8x16.swizzle(v128.load(d + offset), SWAP);
  const lowAB = v128.shuffle<i32>(rowA, rowB, 0, 4, 1, 5);
  const highAB = v128.shuffle<i32>(rowA, rowB, 2, 6, 3, 7);
  const lowCD = v128.shuffle<i32>(rowC, rowD, 0, 4, 1, 5);
  const highCD = v128.shuffle<i32>(rowC, rowD, 2, 6, 3, 7);
  const to = schedule + <usize>at * 16;
  v128.store(to, v128.shuffle<i64>(lowAB, lowCD, 0, 2));
  v128.store(to, v128.shuffle<i64>(lowAB, lowCD, 1, 3), 16);
  v128.store(to, v128.shuffle<i64>(highAB, highCD, 0, 2), 32);
  v128.store(to, v128.shuffle<i64>(highAB, highCD, 1, 3), 48);
}

/** Return word `t` of the schedule: one of the message, or made of those before. */
@inline
function wordOf(t: u32): v128 {
  const place = schedule + <usize>(t & 15) * 16;
  if (t < 16) return v128.load(place);
  const before = v128.xor(
    v128.xor(
      v128.load(schedule + <usize>((t - 3) & 15) * 16),
      v128.load(schedule + <usize>((t - 8) & 15) * 16),
    ),
    v128.xor(v128.load(schedule + <usize>((t - 14) & 15) * 16), v128.load(place)),
  );
  const word = rotate(before, 1);
  v128.store(place, word);
  return word;
}

/** Take in one block of each message that `counts`. */
export function compress(first: usize, second: usize, third: usize, fourth: usize): void {
  const taken = v128.load(counts);
  for (let at: u32 = 0; at < 16; at += 4) loadWords(at, first, second, third, fourth);
  const a0 = v128.load(state);
  const b0 = v128.load(state, 16);
  const c0 = v128.load(state, 32);
  const d0 = v128.load(state, 48);
  const e0 = v128.load(state, 64);
  let a = a0;
  let b = b0;
  let c = c0;
  let d = d0;
  let e = e0;
  for (let t: u32 = 0; t < 20; t++) {
    const f = v128.bitselect(c, d, b);
    const next = sum(a, f, e, i32x4.splat(0x5a827999), wordOf(t));
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = next;
  }
  for (let t: u32 = 20; t < 40; t++) {
    const f = v128.xor(b, v128.xor(c, d));
    const next = sum(a, f, e, i32x4.splat(0x6ed9eba1), wordOf(t));
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = next;
  }
  for (let t: u32 = 40; t < 60; t++) {
    const f = v128.or(v128.and(b, c), v128.and(d, v128.or(b, c)));
    const next = sum(a, f, e, i32x4.splat(<i32>0x8f1bbcdc), wordOf(t));
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = next;
  }
  for (let t: u32 = 60; t < 80; t++) {
    const f = v128.xor(b, v128.xor(c, d));
    const next = sum(a, f, e, i32x4.splat(<i32>0xca62c1d6), wordOf(t));
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = next;
  }
  add(0, a, a0, taken);
  add(16, b, b0, taken);
  add(32, c, c0, taken);
  add(48, d, d0, taken);
  add(64, e, e0, taken);
}

@inline
function sum(a: v128, f: v128, e: v128, constant: v128, word: v128): v128 {
  return i32x4.add(i32x4.add(i32x4.add(rotate(a, 5), f), i32x4.add(e, constant)), word);
}

@inline
function add(offset: usize, value: v128, before: v128, taken: v128): void {
  v128.store(state + offset, i32x4.add(before, v128.and(value, taken)));
}

/** Write the digest of one message. @param lane of the message @param to 20 bytes */
export function writeDigest(lane: u32, to: usize): void {
  for (let word: u32 = 0; word < 5; word++) {
    store<u32>(to + <usize>word * 4, bswap(load<u32>(state + <usize>word * 16 + <usize>lane * 4)));
  }
}
