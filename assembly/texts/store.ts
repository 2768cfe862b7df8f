import { equal } from "../bytes";

/**
 * Different texts by their bytes. Each has a number:
 *
 *   blocks ─► | texts 0 … 65535 | texts 65536 … | …          pointers to blocks of entries
 *   entry  ─► | pointer | bytes + 1, or 0 for a missing text | hash |
 *   items  ─► | u32 number | …                               2^bits, of which at most three quarters are taken
 *   tags   ─► | u8: 0 if the slot is free, else 128 + 7 bits of the hash | …
 *
 * Most lookups are of new texts. They read only the tags: comparing with texts would miss the processor's cache.
 */

const ENTRY_BYTES: u32 = 12;
const BLOCK_BITS: u32 = 16;
const BLOCK_TEXTS: u32 = 1 << BLOCK_BITS;
/** Blocks that 32-bit pointers can reach. */
const MAX_BLOCKS: u32 = 1 << 13;
const FIRST_BITS: u32 = 14;
const TEXT_BLOCK: usize = 1 << 18;
const PAGE: u64 = 1 << 16;
/** Texts that are entered together when the slots grow. */
const TOGETHER: u32 = 256;
/** Has no meaning, but keeps reads from being optimized away. */
export let touched: u32 = 0;

export let blocks: usize = 0;
let items: usize = 0;
let tags: usize = 0;
let bits: u32 = FIRST_BITS;
/** Free bytes of the last block of texts. */
let textAt: usize = 0;
let textEnd: usize = 0;
let heapEnd: usize = (__heap_base + 15) & ~15;
/** Free bytes of former slots. */
let spareAt: usize = 0;
let spareEnd: usize = 0;

/** Number of different texts. */
export let numTexts: u32 = 0;

export function makeSlots(): void {
  if (blocks == 0) blocks = allocate(MAX_BLOCKS * 4);
  items = allocate(<usize>5 << bits);
  tags = items + (<usize>4 << bits);
  memory.fill(tags, 0, <usize>1 << bits);
}

/** Allocate memory that is never given back, from former slots if they are large enough; traps if there is none. */
export function allocate(bytes: usize): usize {
  const size = (bytes + 15) & ~15;
  if (size <= spareEnd - spareAt) {
    spareAt += size;
    return spareAt - size;
  }
  const place = heapEnd;
  const pages = <i64>((<u64>place + size + PAGE - 1) / PAGE) - memory.size();
  if (pages > 0 && memory.grow(max(<i32>pages, memory.size() >> 2)) < 0 && memory.grow(<i32>pages) < 0) unreachable();
  heapEnd = place + size;
  return place;
}

@inline
function entryOf(text: u32): usize {
  return load<u32>(blocks + (text >> BLOCK_BITS) * 4) + (text & (BLOCK_TEXTS - 1)) * ENTRY_BYTES;
}

@inline
export function bytesOf(size: u32): u32 {
  return size > 0 ? size - 1 : 0;
}

/** The lower bits are the tag, because the upper bits choose the slot. */
@inline
function tagOf(hash: u32): u32 {
  return (hash & 0x7f) | 0x80;
}

@inline
function firstSlot(hash: u32): u32 {
  return hash >> (32 - bits);
}

/** Read the slot where the lookup of a hash begins, which brings it into the cache. */
@inline
export function touch(hash: u32): void {
  const slot = firstSlot(hash);
  touched += load<u32>(items + slot * 4) + load<u8>(tags + slot);
}

/** Return the number of a text, or `numTexts` if it is new. @param size its bytes + 1, or 0 if it is missing */
export function lookUp(from: usize, size: u32, hash: u32): u32 {
  const mask: u32 = (1 << bits) - 1;
  const wanted = tagOf(hash);
  let slot = firstSlot(hash);
  for (let tag: u32 = load<u8>(tags + slot); tag != 0; tag = load<u8>(tags + slot)) {
    if (tag == wanted) {
      const text = load<u32>(items + slot * 4);
      const entry = entryOf(text);
      if (load<u32>(entry, 4) == size && equal(load<u32>(entry), from, bytesOf(size))) return text;
    }
    slot = (slot + 1) & mask;
  }
  return numTexts;
}

/** Append a text. Up to 16 bytes behind it may be read. @returns its number */
export function put(from: usize, size: u32, hash: u32): u32 {
  const text = numTexts++;
  if ((text & (BLOCK_TEXTS - 1)) == 0) {
    store<u32>(blocks + (text >> BLOCK_BITS) * 4, <u32>allocate(BLOCK_TEXTS * ENTRY_BYTES));
  }
  const entry = entryOf(text);
  store<u32>(entry, <u32>copyText(from, bytesOf(size)));
  store<u32>(entry, size, 4);
  store<u32>(entry, hash, 8);
  if (<u64>numTexts * 4 > <u64>3 << bits) grow();
  else putSlot(text, hash);
  return text;
}

function putSlot(text: u32, hash: u32): void {
  const mask: u32 = (1 << bits) - 1;
  let slot = firstSlot(hash);
  while (load<u8>(tags + slot) != 0) slot = (slot + 1) & mask;
  store<u8>(tags + slot, <u8>tagOf(hash));
  store<u32>(items + slot * 4, text);
}

function grow(): void {
  const former = items;
  const formerEnd = tags + (<usize>1 << bits);
  bits++;
  makeSlots();
  for (let first: u32 = 0; first < numTexts; first += TOGETHER) {
    const end = min(first + TOGETHER, numTexts);
    // The processor fetches the slots at the same time, while entering would wait for them one after the other.
    for (let text = first; text < end; text++) touch(load<u32>(entryOf(text), 8));
    for (let text = first; text < end; text++) putSlot(text, load<u32>(entryOf(text), 8));
  }
  spareAt = former;
  spareEnd = formerEnd;
}

/** Copy a text behind the others, with up to 15 bytes that follow it. */
function copyText(from: usize, bytes: u32): usize {
  if (textAt + bytes + 16 > textEnd) {
    const size = max(TEXT_BLOCK, <usize>bytes + 16);
    textAt = allocate(size);
    textEnd = textAt + size;
  }
  const place = textAt;
  for (let at: usize = 0; at < bytes; at += 16) v128.store(place + at, v128.load(from + at));
  textAt += bytes;
  return place;
}
