import { groupColumn, groupKeys, groupSums } from "./groups";
import { Plan } from "./plan";
import { DIGITS_BYTES, ENTRY, radixSort } from "./radix";

/**
 * Sorting of groups by `criteria`, the most significant first; ties are sorted ascending by the key.
 *
 *   criteria ─► | Criterion | … count |
 *   entries  ─► | first criterion's value i64, group u32, – u32 | … one for each group |       16 bytes each
 */
@unmanaged
export class Criterion {
  /** Column to sort by: -2 for a component of the key, -1 for the count, else a measure. */
  column: i32;
  /** Not 0: descending. */
  descending: u32;
  /** For a component of the key: rank = (key / stride) % cardinality; the order is by ranks[rank], or by rank if 0. */
  ranks: usize;
  cardinality: u32;
  stride: u64;
}

/** The column of composite keys, as numbered by `groupColumn`. */
const COLUMN_KEY: i32 = -2;

export function criterionBytes(): usize {
  return offsetof<Criterion>();
}

export function writeCriterion(
  at: usize,
  column: i32,
  descending: bool,
  ranks: usize,
  cardinality: u32,
  stride: u64,
): void {
  const criterion = changetype<Criterion>(at);
  criterion.column = column;
  criterion.descending = descending ? 1 : 0;
  criterion.ranks = ranks;
  criterion.cardinality = cardinality;
  criterion.stride = stride;
}

/** Estimate the number of groups for which `orderGroups` needs memory: all, or somewhat more than a small `end`. */
export function orderCapacity(groups: u32, end: u32): u32 {
  if (!isShort(groups, end)) return groups;
  const rank = <f64>sampleRank(groups, end);
  const likely = (rank + 4 * Math.sqrt(rank)) / <f64>SAMPLE * <f64>groups;
  return <u32>min<f64>(<f64>groups, max<f64>(<f64>SAMPLE, likely));
}

/** Return the bytes of scratch memory that `orderGroups` needs. */
export function orderBytes(capacity: u32): f64 {
  return <f64>DIGITS_BYTES + <f64>capacity * 2 * <f64>ENTRY + <f64>ENTRY;
}

/** Number of sampled groups, to estimate the last value of a page. */
const SAMPLE: u32 = 1024;
/** Number of groups up to which a merge sort is faster than a radix sort, which must clear its counters. */
const FEW: u32 = 64;

/**
 * Write the groups at the places first … end - 1 of the order, end ≤ number of groups.
 *
 *   area ─► | digits, see `radixSort` | `capacity` entries | as many again |
 *   page ─► | group u32 | … end - first |
 *
 * Cost: for a small `end`, one pass over the groups that selects somewhat more than `end`, and sorting these.
 * @param capacity number of groups for which `area` has memory
 * @returns false if the capacity was too small: nothing is written; call again with the capacity for all groups
 */
export function orderGroups(
  plan: Plan,
  criteria: usize,
  count: u32,
  first: u32,
  end: u32,
  capacity: u32,
  area: usize,
  page: usize,
): bool {
  const entries = area + DIGITS_BYTES;
  let size: u32 = 0;
  if (isShort(plan.groupCount, end)) {
    const threshold = guessThreshold(plan, criteria, count, area, end);
    size = gatherEntries(plan, criteria, count, entries, capacity, threshold);
  }
  if (size < end) {
    if (capacity < plan.groupCount) return false;
    size = gatherEntries(plan, criteria, count, entries, capacity, i64.MAX_VALUE);
  }
  const spare = entries + size * ENTRY;
  let sorted: usize;
  if (size <= FEW) {
    sorted = mergeSort(plan, criteria, count, entries, spare, size);
  } else {
    sorted = radixSort(area, entries, size);
    settleTies(plan, criteria, count, sorted, first, end, size, sorted == entries ? spare : entries);
  }
  for (let place: u32 = first; place < end; place++) {
    store<u32>(page + ((place - first) << 2), load<u32>(sorted + place * ENTRY, 8));
  }
  return true;
}

/** True if it pays to estimate the last value of a page, because groups after it need not be sorted. */
@inline
function isShort(groups: u32, end: u32): bool {
  return groups > SAMPLE * 4 && end <= groups >> 1;
}

/** Return the place in a sorted sample whose value is probably somewhat beyond the last one of a page. */
function sampleRank(groups: u32, end: u32): u32 {
  const share = <f64>SAMPLE * <f64>end / <f64>groups;
  // Three standard deviations above the expected place.
  return <u32>(share + 3 * Math.sqrt(share)) + 3;
}

/** Estimate a threshold: a value that probably somewhat more than `end` groups do not exceed. */
function guessThreshold(plan: Plan, criteria: usize, count: u32, area: usize, end: u32): i64 {
  const entries = area + DIGITS_BYTES;
  for (let index: u32 = 0; index < SAMPLE; index++) {
    // A fixed step would always hit the same members of the last keys; multiples of the golden ratio do not.
    const group = <u32>((<u64>(index * 0x9e3779b9) * <u64>plan.groupCount) >> 32);
    writeEntry(entries + index * ENTRY, firstValue(plan, criteria, count, group), group);
  }
  const sorted = radixSort(area, entries, SAMPLE);
  return load<i64>(sorted + min<u32>(sampleRank(plan.groupCount, end), SAMPLE - 1) * ENTRY);
}

/** Write the entries of all groups up to the threshold. @returns their number; 0 if they exceed the capacity */
function gatherEntries(plan: Plan, criteria: usize, count: u32, entries: usize, capacity: u32, threshold: i64): u32 {
  let at = entries;
  const last = entries + <usize>capacity * ENTRY;
  const column = count ? changetype<Criterion>(criteria).column : COLUMN_KEY;
  if (count && column == COLUMN_KEY) {
    for (let group: u32 = 0; group < plan.groupCount; group++) {
      const value = firstValue(plan, criteria, count, group);
      writeEntry(at, value, group);
      at += value <= threshold ? <usize>ENTRY : 0;
      if (at > last) return 0;
    }
  } else {
    const flip: i64 = count && changetype<Criterion>(criteria).descending ? -1 : 0;
    const values = groupColumn(plan, column);
    for (let group: u32 = 0; group < plan.groupCount; group++) {
      const value = load<i64>(values + (<usize>group << 3)) ^ flip;
      writeEntry(at, value, group);
      at += value <= threshold ? <usize>ENTRY : 0;
      if (at > last) return 0;
    }
  }
  return <u32>((at - entries) / ENTRY);
}

@inline
function writeEntry(at: usize, value: i64, group: u32): void {
  store<i64>(at, value);
  store<u32>(at, group, 8);
}

/** Return a group's value in ascending sort order; `~` reverses the order of i64 for descending criteria. */
function valueOf(plan: Plan, at: usize, group: u32): i64 {
  const criterion = changetype<Criterion>(at);
  let value: i64;
  if (criterion.column == COLUMN_KEY) {
    const key = load<u64>(groupKeys(plan) + (<usize>group << 3));
    let rank = <u32>((key / criterion.stride) % <u64>criterion.cardinality);
    if (criterion.ranks) rank = load<u32>(criterion.ranks + (<usize>rank << 2));
    value = <i64>rank;
  } else {
    value = load<i64>(groupColumn(plan, criterion.column) + (<usize>group << 3));
  }
  return criterion.descending ? ~value : value;
}

@inline
function firstValue(plan: Plan, criteria: usize, count: u32, group: u32): i64 {
  return count ? valueOf(plan, criteria, group) : load<i64>(groupKeys(plan) + (<usize>group << 3));
}

/** True if the group of entry a sorts before that of entry b. */
@inline
function comesBefore(plan: Plan, criteria: usize, count: u32, a: usize, b: usize): bool {
  const x = load<i64>(a);
  const y = load<i64>(b);
  return x != y ? x < y : breaksTie(plan, criteria, count, load<u32>(a, 8), load<u32>(b, 8));
}

function breaksTie(plan: Plan, criteria: usize, count: u32, a: u32, b: u32): bool {
  for (let index: u32 = 1; index < count; index++) {
    const criterion = criteria + index * offsetof<Criterion>();
    const x = valueOf(plan, criterion, a);
    const y = valueOf(plan, criterion, b);
    if (x != y) return x < y;
  }
  const keys = groupKeys(plan);
  return load<u64>(keys + (<usize>a << 3)) < load<u64>(keys + (<usize>b << 3));
}

/** Sort runs of entries with equal values by the other criteria, if they overlap the places first … end - 1. */
function settleTies(
  plan: Plan,
  criteria: usize,
  count: u32,
  entries: usize,
  first: u32,
  end: u32,
  size: u32,
  spare: usize,
): void {
  let place: u32 = 0;
  while (place < end) {
    const value = load<i64>(entries + place * ENTRY);
    let after = place + 1;
    while (after < size && load<i64>(entries + after * ENTRY) == value) after++;
    if (after > first && after - place > 1) {
      const run = entries + place * ENTRY;
      const sorted = mergeSort(plan, criteria, count, run, spare, after - place);
      if (sorted != run) memory.copy(run, sorted, (after - place) * ENTRY);
    }
    place = after;
  }
}

/**
 * Sort entries by merging, alternately into the spare area and back.
 * @returns the area that holds the sorted entries
 */
function mergeSort(plan: Plan, criteria: usize, count: u32, entries: usize, spare: usize, size: u32): usize {
  let from = entries;
  let to = spare;
  for (let run: u64 = 1; run < size; run <<= 1) {
    for (let first: u64 = 0; first < size; first += run << 1) {
      const middle = <u32>min<u64>(first + run, size);
      const end = <u32>min<u64>(first + (run << 1), size);
      mergeRuns(plan, criteria, count, from, to, <u32>first, middle, end);
    }
    const other = from;
    from = to;
    to = other;
  }
  return from;
}

function mergeRuns(
  plan: Plan,
  criteria: usize,
  count: u32,
  from: usize,
  to: usize,
  first: u32,
  middle: u32,
  end: u32,
): void {
  let a = from + first * ENTRY;
  let b = from + middle * ENTRY;
  const lastA = b;
  const lastB = from + end * ENTRY;
  let at = to + first * ENTRY;
  if (b == lastB || !comesBefore(plan, criteria, count, b, b - ENTRY)) {
    memory.copy(at, a, lastB - a);
    return;
  }
  while (a < lastA && b < lastB) {
    const second = comesBefore(plan, criteria, count, b, a);
    v128.store(at, v128.load(second ? b : a));
    a += second ? 0 : <usize>ENTRY;
    b += second ? <usize>ENTRY : 0;
    at += ENTRY;
  }
  memory.copy(at, a, lastA - a);
  memory.copy(at + (lastA - a), b, lastB - b);
}

/** Write the ranks of one key for a page of groups, u32 each. */
export function readRanks(plan: Plan, page: usize, length: u32, cardinality: u32, stride: u64, out: usize): void {
  const keys = groupKeys(plan);
  for (let place: usize = 0; place < length; place++) {
    const key = load<u64>(keys + (<usize>load<u32>(page + (place << 2)) << 3));
    // 32-bit divisions take a fraction of the time.
    const rank = (key | stride) >> 32 ? <u32>((key / stride) % <u64>cardinality) : (<u32>key / <u32>stride) % cardinality;
    store<u32>(out + (place << 2), rank);
  }
}

/** Write a measure's sums for a page of groups, i64 each. */
export function readSums(plan: Plan, page: usize, length: u32, measure: u32, out: usize): void {
  for (let place: usize = 0; place < length; place++) {
    const group = <usize>load<u32>(page + (place << 2)) << 3;
    store<i64>(out + (place << 3), load<i64>(groupSums(plan, measure) + group));
  }
}

/** Write the counts, or a measure that holds counts, for a page of groups, f64 each. */
export function readCounts(plan: Plan, page: usize, length: u32, column: i32, out: usize): void {
  const counts = groupColumn(plan, column);
  for (let place: usize = 0; place < length; place++) {
    const group = <usize>load<u32>(page + (place << 2)) << 3;
    store<f64>(out + (place << 3), <f64>load<i64>(counts + group));
  }
}
