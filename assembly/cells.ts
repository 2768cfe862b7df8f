import { addPairs, addPickedPairs, addPickedSums, addSums, countCells, sumAll, sumPicked } from "./add";
import { makeKeys, makePickedKeys } from "./keys";
import { BLOCK, CELLS_PACKED, CELLS_TOTAL, keyAt, Measure, measureAt, PIECE, Plan, spreadTable, workOf } from "./plan";
import { listPositions, selectBlock } from "./select";
import { keysOf, masksOf, positionsOf, restOf } from "./work";

/**
 * The cells of one thread, after its work area. Sets beyond the first exist while the phase runs.
 *
 *   rest ─► | pairs: sets × setPairs | packed: sets × setSums | sums of measure 1: sets × setSums | … 2 … |
 *
 * pairs hold measure 0's sums and the counts, packed is there for CELLS_PACKED only, where pairs have one set.
 */
@inline
function setPairs(plan: Plan): usize {
  return <usize>plan.cells * 16 + (plan.sets > 1 ? SKEW : 0);
}

@inline
function setSums(plan: Plan): usize {
  return <usize>plan.cells * 8 + (plan.sets > 1 ? SKEW : 0);
}

/** Keeps equal cells of two sets from sharing the low bits of their addresses. */
const SKEW: usize = 576;

@inline
export function pairsOf(work: usize): usize {
  return restOf(work);
}

@inline
function packedOf(plan: Plan, work: usize): usize {
  return restOf(work) + setPairs(plan) * (plan.method == CELLS_PACKED ? 1 : plan.sets);
}

/** Sums of measure 1 and on. */
@inline
export function sumsOf(plan: Plan, work: usize, measure: u32): usize {
  const before = <usize>(plan.method == CELLS_PACKED ? measure : measure - 1);
  return packedOf(plan, work) + before * setSums(plan) * plan.sets;
}

/** Bytes that a thread's cells need. */
export function cellsBytes(plan: Plan): usize {
  return sumsOf(plan, 0, max<u32>(plan.measureCount, 1)) + SKEW;
}

/** Settle how cells are added up: before the threads are, and before `cellsBytes`. */
export function writeCells(plan: Plan, method: u32, cells: u32, keyBytes: u32, sets: u32, shift: u32): void {
  plan.method = method;
  plan.cells = cells;
  plan.keyBytes = keyBytes;
  plan.sets = sets;
  plan.shift = shift;
}

/** Add the entries of a piece to the thread's cells, block by block. */
export function addPiece(plan: Plan, thread: u32, piece: u32): void {
  const work = workOf(plan, thread);
  if (!load<u32>(work)) {
    memory.fill(restOf(work), 0, cellsBytes(plan) - restOf(0));
    store<u64>(work, 1);
  }
  const end = <u32>min<u64>((<u64>piece + 1) * PIECE, plan.rows);
  for (let first = piece * PIECE; first < end; first += BLOCK) {
    const n = min<u32>(BLOCK, end - first);
    if (plan.cutCount == 0 && plan.filter == 0) {
      addBlock(plan, work, first, n, 0, n);
      continue;
    }
    const count = selectBlock(plan, masksOf(work), first, n);
    if (count == 0) continue;
    if (count == n) {
      addBlock(plan, work, first, n, 0, n);
    } else {
      listPositions(masksOf(work), n, positionsOf(work), spreadTable(plan));
      addBlock(plan, work, first, n, positionsOf(work), count);
    }
  }
}

function addBlock(plan: Plan, work: usize, first: u32, n: u32, positions: usize, count: u32): void {
  if (plan.method == CELLS_TOTAL) addTotal(plan, work, first, positions, count);
  else if (plan.keyBytes == 1) addCells<u8>(plan, work, first, n, positions, count);
  else if (plan.keyBytes == 2) addCells<u16>(plan, work, first, n, positions, count);
  else addCells<u32>(plan, work, first, n, positions, count);
}

function addTotal(plan: Plan, work: usize, first: u32, positions: usize, count: u32): void {
  const counts = pairsOf(work) + 8;
  store<i64>(counts, load<i64>(counts) + <i64>count);
  for (let index: u32 = 0; index < plan.measureCount; index++) {
    const measure = measureAt(plan, index);
    const numbers = measure.numbers + first * measure.width;
    let sum: i64;
    if (measure.width == 4) sum = positions ? sumPicked<i32>(numbers, positions, count) : sumAll<i32>(numbers, count);
    else sum = positions ? sumPicked<i64>(numbers, positions, count) : sumAll<i64>(numbers, count);
    const at = index == 0 ? pairsOf(work) : sumsOf(plan, work, index);
    store<i64>(at, load<i64>(at) + sum);
  }
}

function addCells<K>(plan: Plan, work: usize, first: u32, n: u32, positions: usize, count: u32): void {
  const keys = blockKeys<K>(plan, work, first, n, positions, count);
  if (plan.measureCount == 0) {
    countCells<K>(pairsOf(work), keys, positions, count, plan.cells);
    return;
  }
  const measure = measureAt(plan, 0);
  if (plan.method == CELLS_PACKED) {
    countPacked(plan, work, count);
    if (measure.width == 4) addMeasure<K, i32>(plan, packedOf(plan, work), measure, keys, first, positions, count, true);
    else addMeasure<K, i64>(plan, packedOf(plan, work), measure, keys, first, positions, count, true);
  } else {
    if (measure.width == 4) addFirst<K, i32>(plan, work, measure, keys, first, positions, count);
    else addFirst<K, i64>(plan, work, measure, keys, first, positions, count);
  }
  for (let index: u32 = 1; index < plan.measureCount; index++) {
    const measure = measureAt(plan, index);
    const sums = sumsOf(plan, work, index);
    if (measure.width == 4) addMeasure<K, i32>(plan, sums, measure, keys, first, positions, count, false);
    else addMeasure<K, i64>(plan, sums, measure, keys, first, positions, count, false);
  }
}

/** A single key without a table is its own column; else keys are made, for all or for the chosen entries. */
export function blockKeys<K>(plan: Plan, work: usize, first: u32, n: u32, positions: usize, count: u32): usize {
  if (plan.keyCount == 1) {
    const key = keyAt(plan, 0);
    if (!key.table && key.width == sizeof<K>()) return key.codes + first * sizeof<K>();
  }
  const keys = keysOf(work);
  if (positions && count < n >> 2) makePickedKeys<K>(plan, keys, first, positions, count);
  else makeKeys<K>(plan, keys, first, n);
  return keys;
}

function addFirst<K, V>(
  plan: Plan,
  work: usize,
  measure: Measure,
  keys: usize,
  first: u32,
  positions: usize,
  count: u32,
): void {
  const numbers = measure.numbers + first * sizeof<V>();
  const setBytes = plan.sets > 1 ? setPairs(plan) : 0;
  if (positions) addPickedPairs<K, V>(pairsOf(work), setBytes, keys, numbers, positions, count, plan.cells);
  else addPairs<K, V>(pairsOf(work), setBytes, keys, numbers, count, plan.cells);
}

function addMeasure<K, V>(
  plan: Plan,
  sums: usize,
  measure: Measure,
  keys: usize,
  first: u32,
  positions: usize,
  count: u32,
  packed: bool,
): void {
  const numbers = measure.numbers + first * sizeof<V>();
  const setBytes = plan.sets > 1 ? setSums(plan) : 0;
  const cells = plan.cells;
  const shift = <u64>plan.shift;
  if (packed) {
    if (positions) addPickedSums<K, V>(sums, setBytes, keys, numbers, positions, count, cells, shift, 1);
    else addSums<K, V>(sums, setBytes, keys, numbers, count, cells, shift, 1);
  } else {
    if (positions) addPickedSums<K, V>(sums, setBytes, keys, numbers, positions, count, cells, 0, 0);
    else addSums<K, V>(sums, setBytes, keys, numbers, count, cells, 0, 0);
  }
}

/** A set takes every fourth entry and up to three at the end of a block; its counts must stay below 2^shift. */
function countPacked(plan: Plan, work: usize, count: u32): void {
  const more = plan.sets > 1 ? (count >> 2) + 3 : count;
  const pending = load<u32>(work, 4) + more;
  if (pending < <u32>1 << plan.shift) {
    store<u32>(work, pending, 4);
  } else {
    unpackCells(plan, work);
    store<u32>(work, more, 4);
  }
}

/** Move the packed sums and counts of all sets to the pairs. */
function unpackCells(plan: Plan, work: usize): void {
  const shift = <i64>plan.shift;
  const mask = (<i64>1 << shift) - 1;
  for (let set: u32 = 0; set < plan.sets; set++) {
    const packed = packedOf(plan, work) + <usize>set * setSums(plan);
    for (let cell: usize = 0; cell < plan.cells; cell++) {
      const value = load<i64>(packed + (cell << 3));
      const pair = pairsOf(work) + (cell << 4);
      const more = i64x2.replace_lane(i64x2.splat(value >> shift), 1, value & mask);
      v128.store(pair, i64x2.add(v128.load(pair), more));
    }
    memory.fill(packed, 0, plan.cells << 3);
  }
}

/** After a thread's last piece: add its sets up into the first. */
export function finishCells(plan: Plan, thread: u32): void {
  const work = workOf(plan, thread);
  if (!load<u32>(work) || plan.method == CELLS_TOTAL) return;
  if (plan.method == CELLS_PACKED) unpackCells(plan, work);
  else addSets(pairsOf(work), setPairs(plan), plan.sets, plan.cells * 16);
  for (let index: u32 = 1; index < plan.measureCount; index++) {
    addSets(sumsOf(plan, work, index), setSums(plan), plan.sets, plan.cells * 8);
  }
}

function addSets(at: usize, setBytes: usize, sets: u32, bytes: usize): void {
  for (let set: u32 = 1; set < sets; set++) addWords(at, at + <usize>set * setBytes, bytes);
}

/** `to[i] += from[i]` for i64 words; bytes is a multiple of 8. */
export function addWords(to: usize, from: usize, bytes: usize): void {
  let at: usize = 0;
  for (; at + 16 <= bytes; at += 16) v128.store(to + at, i64x2.add(v128.load(to + at), v128.load(from + at)));
  if (at < bytes) store<i64>(to + at, load<i64>(to + at) + load<i64>(from + at));
}
