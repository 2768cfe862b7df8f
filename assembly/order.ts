import { groupColumn, groupCounts, groupKeys, groupSums } from "./groups";
import { Plan } from "./plan";

/**
 * Put groups in order. `criteria`, most significant first; ties in ascending order of the key.
 *
 *   criteria ─► | Criterion | … count |
 *   entries  ─► | first criterion's value i64, group u32, – u32 | … one for each group |       16 bytes each
 */
@unmanaged
export class Criterion {
  /** -2: a component of the key, -1: the count, else a measure. */
  column: i32;
  /** Not 0: descending. */
  descending: u32;
  /** Component: (key / stride) % cardinality, then ranks[…] unless 0. */
  ranks: usize;
  cardinality: u32;
  stride: u64;
}

const ENTRY: u32 = 16;

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

/** Bytes of the area that `orderGroups` works in. */
export function orderBytes(groups: u32): f64 {
  return <f64>groups * 2 * <f64>ENTRY;
}

/**
 * Write the groups at the places first … end - 1 of the order, end ≤ number of groups.
 *
 *   page ─► | group u32 | … end - first |
 *
 * Cost: one pass and a heap of `end` groups where that is small, else a merge sort.
 */
export function orderGroups(
  plan: Plan,
  criteria: usize,
  count: u32,
  first: u32,
  end: u32,
  area: usize,
  page: usize,
): void {
  const groups = plan.groupCount;
  let sorted = area;
  if (end <= groups >> 2) {
    fillHeap(plan, criteria, count, area, end);
    sortHeap(plan, criteria, count, area, end);
  } else {
    for (let group: u32 = 0; group < groups; group++) {
      writeEntry(area + group * ENTRY, firstValue(plan, criteria, count, group), group);
    }
    sorted = mergeSort(plan, criteria, count, area, groups);
  }
  for (let place: u32 = first; place < end; place++) {
    store<u32>(page + ((place - first) << 2), load<u32>(sorted + place * ENTRY, 8));
  }
}

@inline
function writeEntry(at: usize, value: i64, group: u32): void {
  store<i64>(at, value);
  store<u32>(at, group, 8);
}

/** A number that grows as the criterion's order goes on: `~` turns the order of all i64 around. */
function valueOf(plan: Plan, at: usize, group: u32): i64 {
  const criterion = changetype<Criterion>(at);
  let value: i64;
  if (criterion.column == -2) {
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

/** Whether the group of entry a comes before that of entry b. */
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

/**
 * The `size` entries that come first, as a heap with the last of them on top.
 *
 *   heap ─► | top | 2 below it | 4 | … size |, then one entry to compare with
 */
function fillHeap(plan: Plan, criteria: usize, count: u32, heap: usize, size: u32): void {
  if (!size) return;
  for (let group: u32 = 0; group < size; group++) {
    writeEntry(heap + group * ENTRY, firstValue(plan, criteria, count, group), group);
  }
  for (let place = <i32>(size >> 1) - 1; place >= 0; place--) siftDown(plan, criteria, count, heap, place, size);
  const next = heap + size * ENTRY;
  for (let group = size; group < plan.groupCount; group++) {
    const value = firstValue(plan, criteria, count, group);
    if (value > load<i64>(heap)) continue;
    writeEntry(next, value, group);
    if (!comesBefore(plan, criteria, count, next, heap)) continue;
    writeEntry(heap, value, group);
    siftDown(plan, criteria, count, heap, 0, size);
  }
}

function siftDown(plan: Plan, criteria: usize, count: u32, heap: usize, place: u32, size: u32): void {
  const moved = v128.load(heap + place * ENTRY);
  const spare = heap + size * ENTRY;
  v128.store(spare, moved);
  while (true) {
    let child = place * 2 + 1;
    if (child >= size) break;
    let below = heap + child * ENTRY;
    if (child + 1 < size && comesBefore(plan, criteria, count, below, below + ENTRY)) {
      child++;
      below += ENTRY;
    }
    if (!comesBefore(plan, criteria, count, spare, below)) break;
    v128.store(heap + place * ENTRY, v128.load(below));
    place = child;
  }
  v128.store(heap + place * ENTRY, moved);
}

function sortHeap(plan: Plan, criteria: usize, count: u32, heap: usize, size: u32): void {
  for (let left = size; left > 1; left--) {
    const last = heap + (left - 1) * ENTRY;
    const top = v128.load(heap);
    v128.store(heap, v128.load(last));
    // The place of the last entry is the spare one of the smaller heap: fill it afterwards.
    siftDown(plan, criteria, count, heap, 0, left - 1);
    v128.store(last, top);
  }
}

/**
 * Sort from one half of the area to the other and back, runs doubling.
 *
 *   area ─► | size entries | size entries |
 * @returns the half that is sorted
 */
function mergeSort(plan: Plan, criteria: usize, count: u32, area: usize, size: u32): usize {
  let from = area;
  let to = area + <usize>(size * ENTRY);
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

/** Ranks of one key for a page of groups: u32 each. */
export function readRanks(plan: Plan, page: usize, length: u32, cardinality: u32, stride: u64, out: usize): void {
  for (let place: usize = 0; place < length; place++) {
    const key = load<u64>(groupKeys(plan) + (<usize>load<u32>(page + (place << 2)) << 3));
    store<u32>(out + (place << 2), <u32>((key / stride) % <u64>cardinality));
  }
}

/** A measure's sums for a page of groups: i64 each. */
export function readSums(plan: Plan, page: usize, length: u32, measure: u32, out: usize): void {
  for (let place: usize = 0; place < length; place++) {
    const group = <usize>load<u32>(page + (place << 2)) << 3;
    store<i64>(out + (place << 3), load<i64>(groupSums(plan, measure) + group));
  }
}

/** Counts for a page of groups: f64 each. */
export function readCounts(plan: Plan, page: usize, length: u32, out: usize): void {
  for (let place: usize = 0; place < length; place++) {
    const group = <usize>load<u32>(page + (place << 2)) << 3;
    store<f64>(out + (place << 3), <f64>load<i64>(groupCounts(plan) + group));
  }
}
