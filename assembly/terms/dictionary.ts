import { equal } from "../bytes";

/**
 * Terms by their bytes. Each different term has a number:
 *
 *   blocks ─► | terms 0 … 65535 | terms 65536 … | …          pointers to blocks of entries
 *   entry  ─► | pointer | bytes | hash | number of the last text that has it |
 *   slots  ─► | u32 4 bits of the hash, 28 of the number + 1, or 0 | …   2^bits, of which at most three quarters are taken
 *
 * Most terms with another hash are told apart by the slot: comparing with entries would miss the processor's cache.
 */

const ENTRY_BYTES: u32 = 16;
const BLOCK_BITS: u32 = 16;
const BLOCK_TERMS: u32 = 1 << BLOCK_BITS;
/** Blocks that 32-bit pointers can reach. */
const MAX_BLOCKS: u32 = 1 << 12;
const FIRST_BITS: u32 = 12;
const TEXT_BLOCK: usize = 1 << 18;
/** Bits that slots gain at once, at most, and those up to which they gain more than one. */
const MOST_BITS: u32 = 4;
const FORESEEN_BITS: u32 = 24;
/** Bits of a slot that are those of the hash: the lower ones choose the slot. */
const TAG: u32 = 0xf0000000;
/** Terms that are entered together when the slots grow. */
const TOGETHER: u32 = 256;

export let blocks: usize = 0;
let slots: usize = 0;
let bits: u32 = FIRST_BITS;
/** Free bytes of the last block of texts. */
let textAt: usize = 0;
let textEnd: usize = 0;

/** Has no meaning, but keeps reads from being optimized away. */
export let touched: u32 = 0;

/** Number of terms. */
export let numTerms: u32 = 0;

/** Number of the current text among all, + 1. */
export let text: u32 = 0;
/** Number of all texts, 0 if it is not known. */
let numTexts: u32 = 0;
/** Numbers of terms and of texts when the slots last grew. */
let termsBefore: u32 = 0;
let textsBefore: u32 = 0;

/** Tell how many texts there will be, so that slots grow less often. */
export function expectTexts(count: u32): void {
  numTexts = count;
}

@inline
export function beginText(): void {
  text++;
}

export function makeDictionary(): void {
  blocks = heap.alloc(MAX_BLOCKS * 4);
  makeSlots();
}

/** Return the memory of the slots, at least 4 bytes for each term, for another use: no term is entered any more. */
export function takeSlots(): usize {
  return slots;
}

function makeSlots(): void {
  // Memory is zero at first, and none is used again for slots.
  slots = heap.alloc(4 << bits);
}

@inline
export function entryOf(term: u32): usize {
  return load<u32>(blocks + (term >> BLOCK_BITS) * 4) + (term & (BLOCK_TERMS - 1)) * ENTRY_BYTES;
}

/** Read the slot where the lookup of a hash begins, which brings it into the cache. */
@inline
export function touch(hash: u32): void {
  touched += load<u32>(slots + (hash & ((1 << bits) - 1)) * 4);
}

/**
 * Return the number of a term; a new one gets the next number.
 * @param from pointer to its text; up to 16 bytes behind it may be read
 */
export function enter(from: usize, bytes: u32, hash: u32): u32 {
  const mask: u32 = (1 << bits) - 1;
  let slot = hash & mask;
  while (true) {
    const taken = load<u32>(slots + slot * 4);
    if (taken == 0) return append(slot, from, bytes, hash);
    if ((taken & TAG) == (hash & TAG)) {
      const term = (taken & ~TAG) - 1;
      const entry = entryOf(term);
      if (load<u32>(entry, 8) == hash && load<u32>(entry, 4) == bytes && equal(load<u32>(entry), from, bytes)) return term;
    }
    slot = (slot + 1) & mask;
  }
}

function append(slot: u32, from: usize, bytes: u32, hash: u32): u32 {
  const term = numTerms++;
  if ((term & (BLOCK_TERMS - 1)) == 0) {
    store<u32>(blocks + (term >> BLOCK_BITS) * 4, <u32>heap.alloc(BLOCK_TERMS * ENTRY_BYTES));
  }
  const entry = entryOf(term);
  store<u32>(entry, <u32>copyText(from, bytes));
  store<u32>(entry, bytes, 4);
  store<u32>(entry, hash, 8);
  store<u32>(entry, 0, 12);
  store<u32>(slots + slot * 4, (hash & TAG) | (term + 1));
  if (<u64>numTerms * 4 > (<u64>3 << bits)) grow();
  return term;
}

function grow(): void {
  const before = slots;
  const bytes: usize = 4 << bits;
  bits += moreBits();
  makeSlots();
  // Texts go where the slots were.
  if (bytes >= TEXT_BLOCK) {
    textAt = before;
    textEnd = before + bytes;
  }
  for (let first: u32 = 0; first < numTerms; first += TOGETHER) {
    const end = min(first + TOGETHER, numTerms);
    // The processor fetches the slots at the same time, while entering would wait for them one after the other.
    for (let term = first; term < end; term++) touch(load<u32>(entryOf(term), 8));
    for (let term = first; term < end; term++) putSlot(term, load<u32>(entryOf(term), 8));
  }
}

/** Return the bits that the slots gain: enough for all terms, if texts go on to have as many new ones as since the last time. */
function moreBits(): u32 {
  const left: u32 = numTexts > text ? numTexts - text : 0;
  const coming: u64 = (<u64>(numTerms - termsBefore) * left) / max(1, text - textsBefore);
  termsBefore = numTerms;
  textsBefore = text;
  let more: u32 = 1;
  while (more < MOST_BITS && bits + more < FORESEEN_BITS && (numTerms + coming) * 4 > <u64>3 << (bits + more)) more++;
  return more;
}

function putSlot(term: u32, hash: u32): void {
  const mask: u32 = (1 << bits) - 1;
  let slot = hash & mask;
  while (load<u32>(slots + slot * 4) != 0) slot = (slot + 1) & mask;
  store<u32>(slots + slot * 4, (hash & TAG) | (term + 1));
}

/** Copy a text behind the others, with up to 15 bytes that follow it: a call of `memory.copy` takes longer. */
function copyText(from: usize, bytes: u32): usize {
  if (textAt + bytes + 16 > textEnd || textAt == 0) {
    const size = max(TEXT_BLOCK, <usize>bytes + 16);
    textAt = heap.alloc(size);
    textEnd = textAt + size;
  }
  const place = textAt;
  for (let at: usize = 0; at < bytes; at += 16) v128.store(place + at, v128.load(from + at));
  textAt += bytes;
  return place;
}
