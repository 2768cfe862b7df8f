import { sortPairs } from "../base/sort-pairs.js";

/**
 * One pass of a sort: writes a key for each hit, an unsigned integer of 32 bits, the least first. Hits with equal keys
 * are ordered by the next pass; no two hits have equal keys in all passes.
 */
export type SortPass = (hits: Uint32Array, keys: Uint32Array) => void;

/** Groups of at most this many hits are sorted by insertion. */
const FEW = 24;
/** Maximum share of the hits to select before sorting; for more hits, sorting all costs less. */
const MAX_SHARE = 1 / 4;
/** Minimum hits to be compared with a pivot first, which leaves out hits that cannot be on the page. */
const MANY = 2 ** 15;
/** Hits that are sorted to find the pivot. */
const SAMPLE = 2 ** 12;
/** Hits whose keys are computed at once. */
const BLOCK = 2 ** 13;
/** Positions of the 11 bits of a key that one scan counts: their bins stay in the first-level cache. */
const SHIFTS = [21, 10, 0];
const MASK = 2 ** 11 - 1;

/**
 * Return one page of the hits 0 … `count` - 1, in order. Cost: for many hits one scan, and sorting slightly more hits than
 * all pages up to this one have; else about four scans for each pass that is needed to order them.
 * @param check called at intervals; throws to abort
 */
export function radixSort(
  count: number,
  passes: readonly SortPass[],
  first: number,
  limit: number,
  check: () => void = () => {},
): Uint32Array {
  const end = Math.min(count, first + limit);
  const hits = (count >= MANY ? excludeFarHits(count, passes, end, check) : null) ?? hitsFrom(0, count);
  const wanted = end <= hits.length * MAX_SHARE ? selectLeast(hits, passes, 0, end, check) : hits;
  sortHits(wanted, passes, 0, check);
  return wanted.subarray(Math.min(first, end), end);
}

function hitsFrom(first: number, count: number): Uint32Array {
  const hits = new Uint32Array(count);
  for (let at = 0; at < count; at++) hits[at] = first + at;
  return hits;
}

/**
 * Return hits that include the `wanted` least ones, in any order: all that do not come after a pivot. A sample gives the
 * pivot, about twice as far from the first hit as the last wanted one. `null` if the sample is too coarse for that.
 */
function excludeFarHits(
  count: number,
  passes: readonly SortPass[],
  wanted: number,
  check: () => void,
): Uint32Array | null {
  const sample = Uint32Array.from({ length: SAMPLE }, (_, at) => Math.floor((at / SAMPLE) * count));
  const place = Math.ceil((wanted / count) * SAMPLE) * 2 + 16;
  if (place >= SAMPLE * MAX_SHARE) return null;
  sortHits(sample, passes, 0, check);
  const limits = passes.map((pass) => {
    const key = new Uint32Array(1);
    pass(sample.subarray(place, place + 1), key);
    return key[0]!;
  });
  const comparisons = passes.map((pass, at): Comparison => ({
    pass,
    limit: limits[at]!,
    keys: newBlock(),
    less: newBlock(),
    equal: newBlock(),
  }));
  const left: Uint32Array[] = [];
  for (let first = 0; first < count; first += BLOCK) {
    check();
    keepUpTo(comparisons, 0, hitsFrom(first, Math.min(BLOCK, count - first)), left);
  }
  const size = left.reduce((sum, { length }) => sum + length, 0);
  if (size < wanted) return null;
  const hits = new Uint32Array(size);
  let at = 0;
  for (const part of left) {
    hits.set(part, at);
    at += part.length;
  }
  return hits;
}

/** Comparison of a block of hits with the pivot's key of one pass. */
interface Comparison {
  readonly pass: SortPass;
  readonly limit: number;
  readonly keys: Uint32Array;
  readonly less: Uint32Array;
  readonly equal: Uint32Array;
}

function newBlock(): Uint32Array {
  return new Uint32Array(BLOCK);
}

/** Append the hits whose keys are not greater than the pivot's. */
function keepUpTo(comparisons: readonly Comparison[], at: number, hits: Uint32Array, left: Uint32Array[]): void {
  if (hits.length === 0) return;
  if (at === comparisons.length) {
    left.push(hits.slice());
    return;
  }
  const { pass, limit, keys, less, equal } = comparisons[at]!;
  pass(hits, keys);
  let [found, same] = [0, 0];
  for (let hit = 0; hit < hits.length; hit++) {
    if (keys[hit]! < limit) less[found++] = hits[hit]!;
    else if (keys[hit] === limit) equal[same++] = hits[hit]!;
  }
  if (found > 0) left.push(less.slice(0, found));
  keepUpTo(comparisons, at + 1, equal.subarray(0, same), left);
}

/** Return the `count` least hits, in any order. */
function selectLeast(
  hits: Uint32Array,
  passes: readonly SortPass[],
  pass: number,
  count: number,
  check: () => void,
): Uint32Array {
  if (count <= 0) return new Uint32Array(0);
  if (count >= hits.length || pass === passes.length) return hits.slice(0, count);
  const keys = keysOf(hits, passes[pass]!, check);
  const last = keyAt(keys, count);
  check();
  const least = new Uint32Array(count);
  const equal = new Uint32Array(hits.length);
  let [found, same] = [0, 0];
  for (let at = 0; at < hits.length; at++) {
    if (keys[at]! < last) least[found++] = hits[at]!;
    else if (keys[at] === last) equal[same++] = hits[at]!;
  }
  least.set(selectLeast(equal.subarray(0, same), passes, pass + 1, count - found, check), found);
  return least;
}

/** Return the `count`-th least key. Its highest bits are found first, then lower bits among keys with the same ones. */
function keyAt(keys: Uint32Array, count: number): number {
  const bins = new Uint32Array(MASK + 1);
  let [found, known, wanted] = [0, 0, count];
  for (const shift of SHIFTS) {
    bins.fill(0);
    for (let at = 0; at < keys.length; at++) {
      if (((keys[at]! ^ found) & known) === 0) bins[(keys[at]! >>> shift) & MASK]!++;
    }
    const [bin, before] = binOf(bins, wanted);
    found = (found & known) | (bin << shift);
    known = ~0 << shift;
    wanted -= before;
  }
  return found >>> 0;
}

/** Return the bin of the `count`-th item, counted from 1, and the number of items in the bins before it. */
function binOf(bins: Uint32Array, count: number): readonly [bin: number, before: number] {
  let before = 0;
  let bin = 0;
  while (before + bins[bin]! < count) before += bins[bin++]!;
  return [bin, before];
}

/** Sort hits in place: by one pass, then those with equal keys by the next. */
function sortHits(hits: Uint32Array, passes: readonly SortPass[], pass: number, check: () => void): void {
  if (hits.length < 2 || pass === passes.length) return;
  const keys = keysOf(hits, passes[pass]!, check);
  if (hits.length <= FEW) sortFew(hits, keys);
  else sortMany(hits, keys, check);
  for (let from = 0; from < hits.length;) {
    let to = from + 1;
    while (to < hits.length && keys[to] === keys[from]) to++;
    if (to - from > 1) sortHits(hits.subarray(from, to), passes, pass + 1, check);
    from = to;
  }
}

/** Compute the keys of hits, block by block. */
function keysOf(hits: Uint32Array, pass: SortPass, check: () => void): Uint32Array {
  const keys = new Uint32Array(hits.length);
  if (hits.length <= BLOCK) pass(hits, keys);
  else {
    for (let first = 0; first < hits.length; first += BLOCK) {
      check();
      pass(hits.subarray(first, first + BLOCK), keys.subarray(first, first + BLOCK));
    }
  }
  return keys;
}

function sortFew(hits: Uint32Array, keys: Uint32Array): void {
  for (let at = 1; at < hits.length; at++) {
    const [hit, key] = [hits[at]!, keys[at]!];
    let to = at;
    for (; to > 0 && keys[to - 1]! > key; to--) {
      hits[to] = hits[to - 1]!;
      keys[to] = keys[to - 1]!;
    }
    hits[to] = hit;
    keys[to] = key;
  }
}

/** Sort hits with their keys as 64-bit integers, which JavaScript sorts without a callback. */
function sortMany(hits: Uint32Array, keys: Uint32Array, check: () => void): void {
  const pairs = new BigUint64Array(hits.length);
  const halves = new Uint32Array(pairs.buffer);
  for (let at = 0; at < hits.length; at++) {
    halves[at * 2] = hits[at]!;
    halves[at * 2 + 1] = keys[at]!;
  }
  sortPairs(pairs, check);
  for (let at = 0; at < hits.length; at++) {
    hits[at] = halves[at * 2]!;
    keys[at] = halves[at * 2 + 1]!;
  }
}
