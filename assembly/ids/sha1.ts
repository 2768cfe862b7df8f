/** SHA-1 (FIPS 180-4) of four messages at once, one in each lane of a vector. */

/** Bytes of a block, and of a digest. */
export const BLOCK: u32 = 64;
export const DIGEST: u32 = 20;

/** The message schedule: 80 words of four messages, 16 bytes each. */
const schedule: usize = memory.data(1280, 16);
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

/** Write the words of the schedule that follow from those of the message. */
function extend(): void {
  for (let place = schedule + 256; place < schedule + 1280; place += 16) {
    const far = v128.xor(v128.load(place - 14 * 16), v128.load(place - 16 * 16));
    v128.store(place, rotate(v128.xor(v128.xor(v128.load(place - 3 * 16), v128.load(place - 8 * 16)), far), 1));
  }
}

/** Take in one block of each message that `counts`. */
export function compress(first: usize, second: usize, third: usize, fourth: usize): void {
  const taken = v128.load(counts);
  for (let at: u32 = 0; at < 16; at += 4) loadWords(at, first, second, third, fourth);
  extend();
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
  // Five rounds at a time, after which each variable has its own name again.
  for (let word = schedule + 0; word < schedule + 320; word += 80) {
    e = sum(a, v128.bitselect(c, d, b), e, i32x4.splat(0x5a827999), v128.load(word));
    b = rotate(b, 30);
    d = sum(e, v128.bitselect(b, c, a), d, i32x4.splat(0x5a827999), v128.load(word, 16));
    a = rotate(a, 30);
    c = sum(d, v128.bitselect(a, b, e), c, i32x4.splat(0x5a827999), v128.load(word, 32));
    e = rotate(e, 30);
    b = sum(c, v128.bitselect(e, a, d), b, i32x4.splat(0x5a827999), v128.load(word, 48));
    d = rotate(d, 30);
    a = sum(b, v128.bitselect(d, e, c), a, i32x4.splat(0x5a827999), v128.load(word, 64));
    c = rotate(c, 30);
  }
  for (let word = schedule + 320; word < schedule + 640; word += 80) {
    e = sum(a, v128.xor(b, v128.xor(c, d)), e, i32x4.splat(0x6ed9eba1), v128.load(word));
    b = rotate(b, 30);
    d = sum(e, v128.xor(a, v128.xor(b, c)), d, i32x4.splat(0x6ed9eba1), v128.load(word, 16));
    a = rotate(a, 30);
    c = sum(d, v128.xor(e, v128.xor(a, b)), c, i32x4.splat(0x6ed9eba1), v128.load(word, 32));
    e = rotate(e, 30);
    b = sum(c, v128.xor(d, v128.xor(e, a)), b, i32x4.splat(0x6ed9eba1), v128.load(word, 48));
    d = rotate(d, 30);
    a = sum(b, v128.xor(c, v128.xor(d, e)), a, i32x4.splat(0x6ed9eba1), v128.load(word, 64));
    c = rotate(c, 30);
  }
  for (let word = schedule + 640; word < schedule + 960; word += 80) {
    e = sum(a, v128.or(v128.and(b, c), v128.and(d, v128.or(b, c))), e, i32x4.splat(<i32>0x8f1bbcdc), v128.load(word));
    b = rotate(b, 30);
    d = sum(e, v128.or(v128.and(a, b), v128.and(c, v128.or(a, b))), d, i32x4.splat(<i32>0x8f1bbcdc), v128.load(word, 16));
    a = rotate(a, 30);
    c = sum(d, v128.or(v128.and(e, a), v128.and(b, v128.or(e, a))), c, i32x4.splat(<i32>0x8f1bbcdc), v128.load(word, 32));
    e = rotate(e, 30);
    b = sum(c, v128.or(v128.and(d, e), v128.and(a, v128.or(d, e))), b, i32x4.splat(<i32>0x8f1bbcdc), v128.load(word, 48));
    d = rotate(d, 30);
    a = sum(b, v128.or(v128.and(c, d), v128.and(e, v128.or(c, d))), a, i32x4.splat(<i32>0x8f1bbcdc), v128.load(word, 64));
    c = rotate(c, 30);
  }
  for (let word = schedule + 960; word < schedule + 1280; word += 80) {
    e = sum(a, v128.xor(b, v128.xor(c, d)), e, i32x4.splat(<i32>0xca62c1d6), v128.load(word));
    b = rotate(b, 30);
    d = sum(e, v128.xor(a, v128.xor(b, c)), d, i32x4.splat(<i32>0xca62c1d6), v128.load(word, 16));
    a = rotate(a, 30);
    c = sum(d, v128.xor(e, v128.xor(a, b)), c, i32x4.splat(<i32>0xca62c1d6), v128.load(word, 32));
    e = rotate(e, 30);
    b = sum(c, v128.xor(d, v128.xor(e, a)), b, i32x4.splat(<i32>0xca62c1d6), v128.load(word, 48));
    d = rotate(d, 30);
    a = sum(b, v128.xor(c, v128.xor(d, e)), a, i32x4.splat(<i32>0xca62c1d6), v128.load(word, 64));
    c = rotate(c, 30);
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
