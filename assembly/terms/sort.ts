import { entryOf, numTerms, takeSlots } from "./dictionary";

/**
 * The terms in the order of their bytes. Their entries are sorted in place:
 *
 *   entry ─► | pointer | bytes | key: 4 bytes of the term, the first the highest, zeros behind its end | number |
 *   stack ─► | place of the first entry | place behind the last | bytes in common |   parts to sort
 *   next  ─► | place of the entry of the bin that is written next |                    for each of 256 bins
 *   ends  ─► | place behind the entries of the bin |                                   for each of 256 bins
 *
 * All are u32. Parts are divided by a byte; small ones are sorted by insertion. Keys are read anew after 4 bytes.
 */

/** Maximum entries of a part that is sorted by insertion. */
const FEW: u32 = 24;
const PART: u32 = 12;
/** Bytes of the terms that are written at once; a longer term is written alone. */
const OUTPUT_BYTES: u32 = 1 << 18;

let stack: usize = 0;
let top: usize = 0;
let next: usize = 0;
let ends: usize = 0;
let outputBytes: u32 = OUTPUT_BYTES;

/** Numbers of the terms in order. */
export let order: usize = 0;
/** Ends of the terms in order, behind a 0. */
export let offsets: usize = 0;
/** Bytes of the terms that were written last. */
export let output: usize = 0;

/** Sort all terms. None can be entered afterwards. */
export function sortTerms(): void {
  // Parts on the stack have no entry in common.
  stack = heap.alloc((numTerms / FEW + 1) * PART);
  next = heap.alloc(1024);
  ends = heap.alloc(1024);
  for (let term: u32 = 0; term < numTerms; term++) {
    const entry = entryOf(term);
    store<u32>(entry, keyOf(entry, 0), 8);
    store<u32>(entry, term, 12);
    outputBytes = max(outputBytes, load<u32>(entry, 4));
  }
  top = stack;
  putPart(0, numTerms, 0);
  while (top > stack) {
    top -= PART;
    divide(load<u32>(top), load<u32>(top, 4), load<u32>(top, 8));
  }
  order = takeSlots();
  offsets = heap.alloc((numTerms + 1) * 4);
  output = heap.alloc(outputBytes + 16);
  store<u32>(offsets, 0);
  for (let place: u32 = 0, end: u32 = 0; place < numTerms; place++) {
    const entry = entryOf(place);
    end += load<u32>(entry, 4);
    store<u32>(offsets + place * 4, end, 4);
    store<u32>(order + place * 4, load<u32>(entry, 12));
  }
}

/** Write the bytes of sorted terms, as many as fit the output. @returns the place behind the last */
export function writeTerms(from: u32): u32 {
  const first = load<u32>(offsets + from * 4);
  let place = from;
  for (; place < numTerms && load<u32>(offsets + place * 4, 4) - first <= outputBytes; place++) {
    const entry = entryOf(place);
    const text = <usize>load<u32>(entry);
    const to = output + load<u32>(offsets + place * 4) - first;
    for (let at: usize = 0; at < load<u32>(entry, 4); at += 16) v128.store(to + at, v128.load(text + at));
  }
  return place;
}

/** Sort a part at once, or later. @param depth bytes that all its terms have in common */
function putPart(first: u32, end: u32, depth: u32): void {
  if (end - first <= FEW) {
    insert(first, end, depth);
    return;
  }
  store<u32>(top, first);
  store<u32>(top, end, 4);
  store<u32>(top, depth, 8);
  top += PART;
}

/** Divide a part by the byte behind those that all have in common. */
function divide(first: u32, end: u32, depth: u32): void {
  if (depth > 0 && (depth & 3) == 0) {
    for (let place = first; place < end; place++) {
      const entry = entryOf(place);
      store<u32>(entry, keyOf(entry, depth), 8);
    }
  }
  const shift: u32 = 24 - ((depth & 3) << 3);
  memory.fill(ends, 0, 1024);
  for (let place = first; place < end; place++) {
    const bin = ends + (((load<u32>(entryOf(place), 8) >> shift) & 255) << 2);
    store<u32>(bin, load<u32>(bin) + 1);
  }
  for (let bin: usize = 0, place = first; bin < 1024; bin += 4) {
    store<u32>(next + bin, place);
    place += load<u32>(ends + bin);
    store<u32>(ends + bin, place);
  }
  for (let bin: usize = 0; bin < 1024; bin += 4) fillBin(bin, shift);
  for (let bin: usize = 0, from = first; bin < 1024; bin += 4) {
    const to = load<u32>(ends + bin);
    // At most one term has ended here, as all are different; those with a byte of 0 would never be divided.
    if (bin == 0) insert(from, to, depth);
    else if (to - from > 1) putPart(from, to, depth + 1);
    from = to;
  }
}

/** Move the entries of a bin into it, and those in their way into theirs. */
function fillBin(bin: usize, shift: u32): void {
  const end = load<u32>(ends + bin);
  for (let at = load<u32>(next + bin); at < end; at++) {
    let entry = v128.load(entryOf(at));
    let own = binOf(entry, shift);
    if (own == bin) continue;
    do {
      const place = load<u32>(next + own);
      store<u32>(next + own, place + 1);
      const to = entryOf(place);
      const other = v128.load(to);
      v128.store(to, entry);
      entry = other;
      own = binOf(entry, shift);
    } while (own != bin);
    v128.store(entryOf(at), entry);
  }
  store<u32>(next + bin, end);
}

@inline
function binOf(entry: v128, shift: u32): usize {
  return ((<u32>i32x4.extract_lane(entry, 2) >> shift) & 255) << 2;
}

function insert(first: u32, end: u32, depth: u32): void {
  // Keys are read anew only when a part is divided.
  const known = depth == 0 ? 4 : ((depth - 1) & ~3) + 4;
  for (let place = first + 1; place < end; place++) {
    const entry = v128.load(entryOf(place));
    let to = place;
    for (; to > first; to--) {
      const before = v128.load(entryOf(to - 1));
      if (!isLess(entry, before, known)) break;
      v128.store(entryOf(to), before);
    }
    v128.store(entryOf(to), entry);
  }
}

/** True if a term comes before another. @param known bytes from which on the keys do not tell */
function isLess(term: v128, other: v128, known: u32): bool {
  const key = <u32>i32x4.extract_lane(term, 2);
  const otherKey = <u32>i32x4.extract_lane(other, 2);
  if (key != otherKey) return key < otherKey;
  const a = <usize>i32x4.extract_lane(term, 0);
  const b = <usize>i32x4.extract_lane(other, 0);
  const bytes = <u32>i32x4.extract_lane(term, 1);
  const otherBytes = <u32>i32x4.extract_lane(other, 1);
  const both = min(bytes, otherBytes);
  for (let at = known; at < both; at++) {
    const difference = <i32>load<u8>(a + at) - <i32>load<u8>(b + at);
    if (difference != 0) return difference < 0;
  }
  return bytes < otherBytes;
}

/** Return the key of a term's bytes from a place on. Bytes behind it may be read. */
@inline
function keyOf(entry: usize, depth: u32): u32 {
  const bytes = load<u32>(entry, 4);
  if (bytes <= depth) return 0;
  const key = bswap<u32>(load<u32>(load<u32>(entry) + depth));
  const left = bytes - depth;
  return left >= 4 ? key : key & ~(<u32>0xffffffff >> (left << 3));
}
