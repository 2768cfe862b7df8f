import { begin, BLOCK, compress, counts, DIGEST, writeDigest } from "./sha1";

/** Maximum bytes of a text whose blocks are made here. */
export const MAX_TEXT_BYTES: u32 = 1 << 16;
/** Bytes of a digest in hexadecimal digits. */
const HEX: u32 = 40;

/** For each lane the blocks of its message. */
const ROOM: u32 = MAX_TEXT_BYTES + 2 * BLOCK;
let messages: usize = 0;

export function start(): void {
  messages = heap.alloc(4 * ROOM);
}

@inline
function messageOf(lane: u32): usize {
  return messages + <usize>lane * ROOM;
}

/** Reserve memory. @returns pointer; the memory is never given back */
export function allocate(bytes: u32): usize {
  return heap.alloc(bytes);
}

/** End a message with its padding. @returns number of its blocks */
function pad(message: usize, bytes: u32): u32 {
  const blocks = (bytes + 9 + BLOCK - 1) / BLOCK;
  const end = message + <usize>blocks * BLOCK;
  // A call of `memory.fill` takes longer. The last block is written again up to its end, which may be the text's.
  for (let at = message + bytes; at < end; at += 16) v128.store(at, i32x4.splat(0));
  store<u8>(message + bytes, 0x80);
  store<u64>(end - 8, bswap(<u64>bytes * 8));
  return blocks;
}

/**
 * Write the digests of texts.
 * @param offsets u32 for each text and one more: text `t` is `texts`[offsets[t] … offsets[t + 1]], at most `MAX_TEXT_BYTES`
 * @param digests 20 bytes for each text
 */
export function digestTexts(texts: usize, offsets: usize, count: u32, digests: usize): void {
  for (let first: u32 = 0; first < count; first += 4) {
    const lanes = min<u32>(4, count - first);
    begin();
    let most: u32 = 0;
    let blocks = i32x4.splat(0);
    for (let lane: u32 = 0; lane < lanes; lane++) {
      const from = load<u32>(offsets + <usize>(first + lane) * 4);
      const bytes = load<u32>(offsets + <usize>(first + lane) * 4, 4) - from;
      copyText(messageOf(lane), texts + from, bytes);
      const own = pad(messageOf(lane), bytes);
      most = max(most, own);
      blocks = replaceLane(blocks, lane, own);
    }
    for (let block: u32 = 0; block < most; block++) takeBlock(block, blocks);
    for (let lane: u32 = 0; lane < lanes; lane++) writeDigest(lane, digests + <usize>(first + lane) * DIGEST);
  }
}

/** Copy a text, with up to 15 bytes that follow it: most are short, and a call of `memory.copy` takes longer. */
@inline
function copyText(to: usize, from: usize, bytes: u32): void {
  for (let at: usize = 0; at < bytes; at += 16) v128.store(to + at, v128.load(from + at));
}

/** Take in a block of each message that has as many. @param blocks number of blocks of each message */
@inline
function takeBlock(block: u32, blocks: v128): void {
  v128.store(counts, i32x4.gt_u(blocks, i32x4.splat(block)));
  const at = <usize>block * BLOCK;
  compress(messageOf(0) + at, messageOf(1) + at, messageOf(2) + at, messageOf(3) + at);
}

function replaceLane(vector: v128, lane: u32, value: u32): v128 {
  if (lane == 0) return i32x4.replace_lane(vector, 0, value);
  if (lane == 1) return i32x4.replace_lane(vector, 1, value);
  if (lane == 2) return i32x4.replace_lane(vector, 2, value);
  return i32x4.replace_lane(vector, 3, value);
}

const DIGITS = i8x16(48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 97, 98, 99, 100, 101, 102);

/** Write a digest as hexadecimal digits. 12 bytes behind it are read. */
@inline
function writeHex(digest: usize, to: usize): void {
  const first = v128.load(digest);
  v128.store(to, lowHex(first));
  v128.store(to, highHex(first), 16);
  v128.store64_lane(to, lowHex(v128.load(digest, 16)), 0, 32);
}

/** Return the first 8 bytes of a vector as digits. */
@inline
function lowHex(bytes: v128): v128 {
  return i8x16.shuffle(upper(bytes), lower(bytes), 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

/** Return the last 8 bytes of a vector as digits. */
@inline
function highHex(bytes: v128): v128 {
  return i8x16.shuffle(upper(bytes), lower(bytes), 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

@inline
function upper(bytes: v128): v128 {
  return i8x16.swizzle(DIGITS, i8x16.shr_u(bytes, 4));
}

@inline
function lower(bytes: v128): v128 {
  return i8x16.swizzle(DIGITS, v128.and(bytes, i8x16.splat(15)));
}

/**
 * Write the ids of entries.
 * @param dataset digest of the dataset's name
 * @param fields for each field of the key a pointer to the digests of the entries, 20 bytes each and 12 more at the end
 * @param ids 20 bytes for each entry
 */
export function digestKeys(dataset: usize, fields: usize, numFields: u32, count: u32, ids: usize): void {
  const bytes = HEX * (numFields + 1);
  // All messages begin and end alike.
  let blocks: u32 = 0;
  for (let lane: u32 = 0; lane < 4; lane++) {
    writeHex(dataset, messageOf(lane));
    blocks = pad(messageOf(lane), bytes);
  }
  for (let first: u32 = 0; first < count; first += 4) {
    const lanes = min<u32>(4, count - first);
    begin();
    for (let lane: u32 = 0; lane < lanes; lane++) {
      const message = messageOf(lane);
      for (let field: u32 = 0; field < numFields; field++) {
        const digests: usize = load<u32>(fields + <usize>field * 4);
        writeHex(digests + <usize>(first + lane) * DIGEST, message + <usize>(HEX * (field + 1)));
      }
    }
    for (let block: u32 = 0; block < blocks; block++) takeBlock(block, i32x4.splat(blocks));
    for (let lane: u32 = 0; lane < lanes; lane++) writeDigest(lane, ids + <usize>(first + lane) * DIGEST);
  }
}
