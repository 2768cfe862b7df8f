import { addMore, addOne, addTwo, addWords, countCells, sumAll, sumPicked } from "./add";
import { cellBytes, cellsOf, EXTREMES, extremesBytes, extremesOf, setBytes, sumOffset } from "./cell-layout";
import { addCompared, clearExtremes, compareAll, compareCells } from "./extremes";
import { makeKeys, makePickedKeys } from "./keys";
import { BLOCK, keyAt, measureAt, PIECE, Plan, workOf } from "./plan";
import { pickEntries } from "./select";
import { keysOf, positionsOf } from "./work";

/** Set the number of cells and sets; to be called before `cellsBytes` and `writeThreads`. */
export function writeCells(plan: Plan, cells: u32, keyBytes: u32, sets: u32, extremes: u32): void {
  plan.extremeCount = extremes;
  plan.cells = cells;
  plan.keyBytes = keyBytes;
  plan.sets = sets;
}

/** Add the entries of a piece to the thread's cells, block by block. */
export function addPiece(plan: Plan, thread: u32, piece: u32): void {
  const work = workOf(plan, thread);
  if (!load<u32>(work)) {
    memory.fill(cellsOf(work), 0, setBytes(plan) * plan.sets);
    clearExtremes(extremesOf(plan, work), extremesBytes(plan));
    store<u32>(work, 1);
  }
  const end = <u32>min<u64>((<u64>piece + 1) * PIECE, plan.rows);
  for (let first = piece * PIECE; first < end; first += BLOCK) {
    const n = min<u32>(BLOCK, end - first);
    const count = pickEntries(plan, work, first, n);
    if (count) addBlock(plan, work, first, n, count < n ? positionsOf(work) : 0, count);
  }
}

function addBlock(plan: Plan, work: usize, first: u32, n: u32, positions: usize, count: u32): void {
  if (plan.keyCount == 0) addTotal(plan, work, first, positions, count);
  else if (plan.keyBytes == 1) addCells<u8>(plan, work, first, n, positions, count);
  else if (plan.keyBytes == 2) addCells<u16>(plan, work, first, n, positions, count);
  else addCells<u32>(plan, work, first, n, positions, count);
}

function addTotal(plan: Plan, work: usize, first: u32, positions: usize, count: u32): void {
  const cell = cellsOf(work);
  store<i64>(cell, load<i64>(cell, 8) + <i64>count, 8);
  for (let index: u32 = 0; index < plan.measureCount; index++) {
    const measure = measureAt(plan, index);
    const numbers = measure.numbers + first * measure.width;
    let sum: i64;
    if (measure.width == 4) sum = positions ? sumPicked<i32>(numbers, positions, count) : sumAll<i32>(numbers, count);
    else sum = positions ? sumPicked<i64>(numbers, positions, count) : sumAll<i64>(numbers, count);
    const at = cell + sumOffset(index);
    store<i64>(at, load<i64>(at) + sum);
    if (index >= plan.extremeCount) continue;
    const pair = extremesOf(plan, work) + <usize>index * EXTREMES;
    if (measure.width == 4) compareAll<i32>(pair, numbers, positions, count);
    else compareAll<i64>(pair, numbers, positions, count);
  }
}

function addCells<K>(plan: Plan, work: usize, first: u32, n: u32, positions: usize, count: u32): void {
  const keys = blockKeys<K>(plan, work, first, n, positions, count);
  if (plan.measureCount == 0) {
    countCells<K>(cellsOf(work), keys, positions, count, plan.cells);
  } else if (plan.measureCount == 1) {
    if (measureAt(plan, 0).width == 4) addFirst<K, i32>(plan, work, keys, first, positions, count);
    else addFirst<K, i64>(plan, work, keys, first, positions, count);
  } else {
    addSeveral<K>(plan, work, keys, first, positions, count);
    compareSeveral<K>(plan, work, keys, first, positions, count);
  }
}

function compareSeveral<K>(plan: Plan, work: usize, keys: usize, first: u32, positions: usize, count: u32): void {
  for (let index: u32 = 0; index < plan.extremeCount; index++) {
    const extremes = extremesOf(plan, work) + <usize>index * plan.cells * EXTREMES;
    if (measureAt(plan, index).width == 4) {
      compareCells<K, i32>(extremes, keys, numbersAt<i32>(plan, index, first), positions, count);
    } else {
      compareCells<K, i64>(extremes, keys, numbersAt<i64>(plan, index, first), positions, count);
    }
  }
}

/**
 * Return a block's keys: a single column without a table in place, else composites of all or of the selected entries.
 */
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

function addFirst<K, V>(plan: Plan, work: usize, keys: usize, first: u32, positions: usize, count: u32): void {
  const apart = plan.sets > 1 ? setBytes(plan) : 0;
  if (plan.extremeCount) {
    const numbers = numbersAt<V>(plan, 0, first);
    addCompared<K, V>(cellsOf(work), apart, extremesOf(plan, work), keys, numbers, positions, count);
    return;
  }
  addOne<K, V>(cellsOf(work), apart, keys, numbersAt<V>(plan, 0, first), positions, count, plan.cells);
}

@inline
function numbersAt<V>(plan: Plan, measure: u32, first: u32): usize {
  return measureAt(plan, measure).numbers + first * sizeof<V>();
}

function addSeveral<K>(plan: Plan, work: usize, keys: usize, first: u32, positions: usize, count: u32): void {
  if (measureAt(plan, 0).width == 4) {
    if (measureAt(plan, 1).width == 4) addFirstTwo<K, i32, i32>(plan, work, keys, first, positions, count);
    else addFirstTwo<K, i32, i64>(plan, work, keys, first, positions, count);
  } else {
    if (measureAt(plan, 1).width == 4) addFirstTwo<K, i64, i32>(plan, work, keys, first, positions, count);
    else addFirstTwo<K, i64, i64>(plan, work, keys, first, positions, count);
  }
  for (let measure: u32 = 2; measure < plan.measureCount; measure++) {
    if (measureAt(plan, measure).width == 4) addAnother<K, i32>(plan, work, measure, keys, first, positions, count);
    else addAnother<K, i64>(plan, work, measure, keys, first, positions, count);
  }
}

function addFirstTwo<K, V, W>(
  plan: Plan,
  work: usize,
  keys: usize,
  first: u32,
  positions: usize,
  count: u32,
): void {
  const apart = plan.sets > 1 ? setBytes(plan) : 0;
  const record = cellBytes(plan.measureCount);
  const numbers = numbersAt<V>(plan, 0, first);
  const others = numbersAt<W>(plan, 1, first);
  addTwo<K, V, W>(cellsOf(work), record, apart, keys, numbers, others, positions, count, plan.cells);
}

function addAnother<K, V>(
  plan: Plan,
  work: usize,
  measure: u32,
  keys: usize,
  first: u32,
  positions: usize,
  count: u32,
): void {
  const apart = plan.sets > 1 ? setBytes(plan) : 0;
  const record = cellBytes(plan.measureCount);
  const numbers = numbersAt<V>(plan, measure, first);
  addMore<K, V>(cellsOf(work), record, sumOffset(measure), apart, keys, numbers, positions, count, plan.cells);
}

/** Add up a thread's sets of cells in the first set, after its last piece. */
export function finishCells(plan: Plan, thread: u32): void {
  const work = workOf(plan, thread);
  if (!load<u32>(work)) return;
  const bytes = <usize>plan.cells * cellBytes(plan.measureCount);
  for (let set: u32 = 1; set < plan.sets; set++) addWords(cellsOf(work), cellsOf(work) + <usize>set * setBytes(plan), bytes);
}
