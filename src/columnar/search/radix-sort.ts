/**
 * What hits are ordered by, in steps of 32 bits: for each hit an unsigned integer, the least one first. Hits that are
 * equal in one step are ordered by the next; no two are equal in all.
 */
export type SortPass = (hits: Uint32Array, keys: Uint32Array) => void;

/** Groups up to this size are sorted by insertion. */
const FEW = 24;
/** Sorting all costs less than finding those of a page first, if they are more than this share. */
const MOST_SHARE = 1 / 4;
/** From so many hits on those that cannot be on a page are left out first, by comparing all with one. */
const MANY = 2 ** 15;
/** Hits that are sorted to find the one to compare with. */
const SAMPLE = 2 ** 12;
/** Hits whose keys are looked at together. */
const BLOCK = 2 ** 13;
/** Where the bits of a key are that are looked at in one pass, eleven: their bins stay in the first-level cache. */
const SHIFTS = [21, 10, 0];
const MASK = 2 ** 11 - 1;

/**
 * One page of hits 0 … `count` - 1, in order. Cost: of many hits one pass and sorting a few more than those of the pages
 * up to this one; else about four passes for each step that tells hits apart.
 */
export function radixSort(count: number, steps: readonly SortPass[], first: number, limit: number): Uint32Array {
  const end = Math.min(count, first + limit);
  const hits = (count >= MANY ? leaveOut(count, steps, end) : null) ?? hitsFrom(0, count);
  const wanted = end <= hits.length * MOST_SHARE ? selectLeast(hits, steps, 0, end) : hits;
  sortHits(wanted, steps, 0);
  return wanted.subarray(Math.min(first, end), end);
}

function hitsFrom(first: number, count: number): Uint32Array {
  const hits = new Uint32Array(count);
  for (let at = 0; at < count; at++) hits[at] = first + at;
  return hits;
}

/**
 * Hits among which the `wanted` least are, in any order: those that do not come after one that a sample has about twice
 * as far from the first. `null` where the sample does not tell.
 */
function leaveOut(count: number, steps: readonly SortPass[], wanted: number): Uint32Array | null {
  const sample = Uint32Array.from({ length: SAMPLE }, (_, at) => Math.floor((at / SAMPLE) * count));
  const place = Math.ceil((wanted / count) * SAMPLE) * 2 + 16;
  if (place >= SAMPLE * MOST_SHARE) return null;
  sortHits(sample, steps, 0);
  const limits = steps.map((step) => {
    const key = new Uint32Array(1);
    step(sample.subarray(place, place + 1), key);
    return key[0]!;
  });
  const comparisons = steps.map((step, at): Comparison => ({
    step,
    limit: limits[at]!,
    keys: newBlock(),
    less: newBlock(),
    equal: newBlock(),
  }));
  const left: Uint32Array[] = [];
  for (let first = 0; first < count; first += BLOCK) {
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

/** With a key of one step, and room for a block of hits. */
interface Comparison {
  readonly step: SortPass;
  readonly limit: number;
  readonly keys: Uint32Array;
  readonly less: Uint32Array;
  readonly equal: Uint32Array;
}

function newBlock(): Uint32Array {
  return new Uint32Array(BLOCK);
}

/** Add the hits whose keys are not beyond the limits. */
function keepUpTo(comparisons: readonly Comparison[], at: number, hits: Uint32Array, left: Uint32Array[]): void {
  if (hits.length === 0) return;
  if (at === comparisons.length) {
    left.push(hits.slice());
    return;
  }
  const { step, limit, keys, less, equal } = comparisons[at]!;
  step(hits, keys);
  let [found, same] = [0, 0];
  for (let hit = 0; hit < hits.length; hit++) {
    if (keys[hit]! < limit) less[found++] = hits[hit]!;
    else if (keys[hit] === limit) equal[same++] = hits[hit]!;
  }
  if (found > 0) left.push(less.slice(0, found));
  keepUpTo(comparisons, at + 1, equal.subarray(0, same), left);
}

/** The `count` least hits, in any order. */
function selectLeast(hits: Uint32Array, steps: readonly SortPass[], step: number, count: number): Uint32Array {
  if (count <= 0) return new Uint32Array(0);
  if (count >= hits.length || step === steps.length) return hits.slice(0, count);
  const keys = new Uint32Array(hits.length);
  steps[step]!(hits, keys);
  const last = keyAt(keys, count);
  const least = new Uint32Array(count);
  const equal = new Uint32Array(hits.length);
  let [found, same] = [0, 0];
  for (let at = 0; at < hits.length; at++) {
    if (keys[at]! < last) least[found++] = hits[at]!;
    else if (keys[at] === last) equal[same++] = hits[at]!;
  }
  least.set(selectLeast(equal.subarray(0, same), steps, step + 1, count - found), found);
  return least;
}

/** The key of the last of the `count` least: the highest bits first, then those below among keys that have the same. */
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

/** The bin in which the item with a number is, the first being 1, and how many are in the bins before. */
function binOf(bins: Uint32Array, count: number): readonly [bin: number, before: number] {
  let before = 0;
  let bin = 0;
  while (before + bins[bin]! < count) before += bins[bin++]!;
  return [bin, before];
}

/** Sort hits in place: by one step, then those that are equal by the next. */
function sortHits(hits: Uint32Array, steps: readonly SortPass[], step: number): void {
  if (hits.length < 2 || step === steps.length) return;
  const keys = new Uint32Array(hits.length);
  steps[step]!(hits, keys);
  if (hits.length <= FEW) sortFew(hits, keys);
  else sortPairs(hits, keys);
  for (let from = 0; from < hits.length;) {
    let to = from + 1;
    while (to < hits.length && keys[to] === keys[from]) to++;
    if (to - from > 1) sortHits(hits.subarray(from, to), steps, step + 1);
    from = to;
  }
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

/** As 64-bit integers of key and hit, which the engine sorts without calling back. */
function sortPairs(hits: Uint32Array, keys: Uint32Array): void {
  const pairs = new BigUint64Array(hits.length);
  const halves = new Uint32Array(pairs.buffer);
  for (let at = 0; at < hits.length; at++) {
    halves[at * 2] = hits[at]!;
    halves[at * 2 + 1] = keys[at]!;
  }
  pairs.sort();
  for (let at = 0; at < hits.length; at++) {
    hits[at] = halves[at * 2]!;
    keys[at] = halves[at * 2 + 1]!;
  }
}
