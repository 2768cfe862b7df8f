/**
 * A query's work on one segment. The caller writes the plan into scratch memory through the functions below, so that
 * only this file knows the layout.
 *
 *   plan ─► | Plan | spread: 256 × 8 u8 | Cut … | Key … | Measure … |
 */

/** Entries per block: a block's keys and positions fit the first-level cache. */
export const BLOCK: u32 = 2048;
/** Entries per piece, the unit of work that a thread claims; a multiple of BLOCK. */
export const PIECE: u32 = 262144;

/** Phases of a query; `runPiece` is called for every piece of one. */
export const PHASE_CELLS: u32 = 0;
export const PHASE_SCATTER: u32 = 1;
export const PHASE_PARTITIONS: u32 = 2;
export const PHASE_ROWS: u32 = 3;
export const PHASE_STATISTICS: u32 = 4;
export const PHASE_RECODE: u32 = 5;
export const PHASE_MARKS: u32 = 6;
export const PHASE_EXTREMES: u32 = 7;
export const PHASE_SPREAD: u32 = 8;
export const PHASE_MEDIANS: u32 = 9;
export const PHASE_COUNT: u32 = 10;
export const PHASE_BRACKET: u32 = 11;
export const PHASE_PAIRS: u32 = 12;
export const PHASE_SQUARES: u32 = 13;

@unmanaged
export class Plan {
  phase: u32;
  rows: u32;
  /** Words of a row bitmap, or 0. */
  filter: usize;
  /** Tests of every block: one u32 each, see `testsOf`; 0: test every cut in every block. */
  zones: usize;
  cutCount: u32;
  keyCount: u32;
  measureCount: u32;
  cuts: usize;
  keys: usize;
  measures: usize;
  /** Work area of the first thread, and the distance in bytes between two threads' areas. */
  works: usize;
  workBytes: usize;
  threads: u32;
  /** Bytes of a composite key: 1, 2, 4 or 8. */
  keyBytes: u32;

  /** Number of cells, and of adjacent sets of them: 1 or 4. */
  cells: u32;
  sets: u32;
  /** Number of measures, of the first ones, of which the extremes of cells are found. */
  extremeCount: u32;

  /** Partitions: there are 2^bits; this pass handles low … low + span - 1. */
  partitionBits: u32;
  partitionLow: u32;
  partitionSpan: u32;
  recordBytes: u32;
  /** Next free chunk (claimed atomically), and the end of all chunks. */
  chunkNext: usize;
  chunkEnd: usize;
  /**
   * Tables of the first thread, the distance in bytes between two threads' tables, and the maximum number of slots as a
   * power of two.
   */
  tables: usize;
  tableBytes: usize;
  slotBits: u32;
  /** Not 0: a thread ran out of memory for chunks, slots or groups. */
  full: u32;

  /** Groups found: `groupCount` (increased atomically) of at most `groupLimit`, stored at `groups`. */
  groupCount: u32;
  groupLimit: u32;
  groups: usize;

  /** Destination of a row bitmap, of recoded keys, of marked codes or of spread amounts. */
  output: usize;
  /** Known groups: their composite keys in ascending order, their number, and the place of each possible key or 0. */
  sortedKeys: usize;
  sortedCount: u32;
  places: usize;
  /** Places of the next amount of each group, in one row or in one for each piece. */
  cursors: usize;
  cursorRows: u32;
  /** Bracket of amounts, and the width of its parts as a power of two. */
  bracketLow: i64;
  bracketSpan: u64;
  bracketShift: u32;
}

/** Tests of a block in which no entry passes. */
export const SKIP: u32 = 0xffffffff;
/**
 * Last bit in a block's tests: bit i is 1 if entries must be tested by cut i; the last bit stands for all further cuts.
 */
export const LAST_TEST: u32 = 30;

/** Kinds of cuts: ranges of values, a set of 8-bit codes, a table of codes. */
export const CUT_RANGE: u32 = 0;
export const CUT_SET: u32 = 1;
export const CUT_TABLE: u32 = 2;

@unmanaged
export class Cut {
  kind: u32;
  width: u32;
  codes: usize;
  /**
   * CUT_RANGE: `count` pairs {low: u32, span: u32}; in 64-bit columns one pair of u64. CUT_SET: 48 bytes by `writeSet`.
   * CUT_TABLE: a byte per code.
   */
  table: usize;
  count: u32;
  size: u32;
}

@unmanaged
export class Key {
  width: u32;
  codes: usize;
  /** Rank per code (u32); 0: the code is the rank. */
  table: usize;
  size: u32;
  stride: u64;
}

@unmanaged
export class Measure {
  width: u32;
  numbers: usize;
}

const SPREAD_BYTES: usize = 256 * 8;

export function planBytes(cuts: u32, keys: u32, measures: u32): usize {
  return (
    round64(offsetof<Plan>()) +
    SPREAD_BYTES +
    round64(cuts * offsetof<Cut>()) +
    round64(keys * offsetof<Key>()) +
    round64(measures * offsetof<Measure>())
  );
}

export function writePlan(at: usize, rows: u32, filter: usize, cuts: u32, keys: u32, measures: u32): void {
  memory.fill(at, 0, planBytes(cuts, keys, measures));
  const plan = changetype<Plan>(at);
  plan.rows = rows;
  plan.filter = filter;
  plan.cutCount = cuts;
  plan.keyCount = keys;
  plan.measureCount = measures;
  plan.cuts = spreadTable(plan) + SPREAD_BYTES;
  plan.keys = plan.cuts + round64(cuts * offsetof<Cut>());
  plan.measures = plan.keys + round64(keys * offsetof<Key>());
  writeSpread(spreadTable(plan));
}

/** Set the tests of every block: SKIP, or the cuts to test, see LAST_TEST. */
export function writeZones(plan: Plan, zones: usize): void {
  plan.zones = zones;
}

export function writeCut(
  plan: Plan,
  index: u32,
  kind: u32,
  codes: usize,
  width: u32,
  size: u32,
  table: usize,
  count: u32,
): void {
  const cut = cutAt(plan, index);
  cut.kind = kind;
  cut.codes = codes;
  cut.width = width;
  cut.size = size;
  cut.table = table;
  cut.count = count;
}

export function writeKey(
  plan: Plan,
  index: u32,
  codes: usize,
  width: u32,
  size: u32,
  table: usize,
  stride: u64,
): void {
  const key = keyAt(plan, index);
  key.codes = codes;
  key.width = width;
  key.size = size;
  key.table = table;
  key.stride = stride;
}

export function writeMeasure(plan: Plan, index: u32, numbers: usize, width: u32): void {
  const measure = measureAt(plan, index);
  measure.numbers = numbers;
  measure.width = width;
}

export function writeThreads(plan: Plan, phase: u32, works: usize, workBytes: usize, threads: u32): void {
  plan.phase = phase;
  plan.works = works;
  plan.workBytes = workBytes;
  plan.threads = threads;
  rewindThreads(plan);
}

/** Mark every thread's area as unused. */
export function rewindThreads(plan: Plan): void {
  for (let thread: u32 = 0; thread < plan.threads; thread++) store<u32>(workOf(plan, thread), 0);
}

/** Start another phase with the same work areas. */
export function writePhase(plan: Plan, phase: u32): void {
  plan.phase = phase;
}

@inline
export function testsOf(plan: Plan, first: u32): u32 {
  return plan.zones ? load<u32>(plan.zones + <usize>(first / BLOCK) * 4) : SKIP >> 1;
}

@inline
export function cutAt(plan: Plan, index: u32): Cut {
  return changetype<Cut>(plan.cuts + index * offsetof<Cut>());
}

@inline
export function keyAt(plan: Plan, index: u32): Key {
  return changetype<Key>(plan.keys + index * offsetof<Key>());
}

@inline
export function measureAt(plan: Plan, index: u32): Measure {
  return changetype<Measure>(plan.measures + index * offsetof<Measure>());
}

@inline
export function workOf(plan: Plan, thread: u32): usize {
  return plan.works + <usize>thread * plan.workBytes;
}

@inline
export function spreadTable(plan: Plan): usize {
  return changetype<usize>(plan) + round64(offsetof<Plan>());
}

@inline
export function round64(bytes: usize): usize {
  return (bytes + 63) & ~63;
}

/**
 * Write for each byte value the positions of its 1 bits, ascending.
 *
 *   table ─► | 0: – – – – – – – – | 1: 0 – – – … | … | 255: 0 1 2 3 4 5 6 7 |   8 × u8 each
 */
function writeSpread(table: usize): void {
  store<u64>(table, 0);
  for (let byte: u32 = 1; byte < 256; byte++) {
    const highest = 31 - clz(byte);
    const others = byte ^ (1 << highest);
    const numbers = load<u64>(table + (<usize>others << 3)) | (<u64>highest << (<u64>popcnt(others) << 3));
    store<u64>(table + (<usize>byte << 3), numbers);
  }
}
