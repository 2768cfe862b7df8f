import type { Pointer } from "./pointer.js";

/**
 * Exports of the WebAssembly module, documented in `assembly/`. It returns pointers as signed numbers: use `>>> 0`.
 * Constants are globals: `exports.PIECE.value`.
 */
export type KernelConstants = Readonly<Record<Constant, { readonly value: number }>>;

export interface KernelExports extends KernelConstants {
  planBytes(cuts: number, keys: number, measures: number): number;
  writePlan(plan: Pointer, rows: number, filter: Pointer, cuts: number, keys: number, measures: number): void;
  writeZones(plan: Pointer, zones: Pointer): void;
  gatherItems(from: Pointer, width: number, rows: Pointer, count: number, to: Pointer): void;
  writeCut(
    plan: Pointer,
    index: number,
    kind: number,
    codes: Pointer,
    width: number,
    size: number,
    table: Pointer,
    count: number,
  ): void;
  writeSet(set: Pointer, pass: Pointer, size: number): void;
  writeKey(
    plan: Pointer,
    index: number,
    codes: Pointer,
    width: number,
    size: number,
    table: Pointer,
    stride: bigint,
  ): void;
  writeMeasure(plan: Pointer, index: number, numbers: Pointer, width: number): void;
  writeThreads(plan: Pointer, phase: number, works: Pointer, workBytes: number, threads: number): void;
  rewindThreads(plan: Pointer): void;
  writePhase(plan: Pointer, phase: number): void;
  runPiece(plan: Pointer, thread: number, piece: number): void;
  finishPhase(plan: Pointer, thread: number): void;

  writeCells(plan: Pointer, cells: number, keyBytes: number, sets: number, extremes: number): void;
  cellsBytes(plan: Pointer): number;
  cellBytes(measures: number): number;
  foldedBytes(cells: number, measures: number): number;
  clearFolded(folded: Pointer, bytes: number): void;
  foldCells(plan: Pointer, thread: number, folded: Pointer, cells: number, tables: Pointer): void;
  threadCells(plan: Pointer, thread: number): Pointer;
  addWords(to: Pointer, from: Pointer, bytes: number): void;
  collectCells(plan: Pointer, folded: Pointer, cells: number): void;

  recordBytes(plan: Pointer): number;
  chunksBytes(record: number, bits: number, rows: number, threads: number): number;
  partitionBytes(bits: number): number;
  writePartitions(
    plan: Pointer,
    keyBytes: number,
    bits: number,
    low: number,
    span: number,
    chunks: Pointer,
    chunkEnd: Pointer,
  ): void;
  isFull(plan: Pointer): number;
  maxRecords(plan: Pointer): number;
  slotBitsFor(groups: number): number;
  tablesBytes(keyBytes: number, measures: number, slotBits: number): number;
  writeTables(plan: Pointer, tables: Pointer, tableBytes: number, slotBits: number): void;

  groupsBytes(measures: number, limit: number): number;
  writeGroups(plan: Pointer, groups: Pointer, limit: number): void;
  readGroupCount(plan: Pointer): number;
  addGroupCount(plan: Pointer, count: number): void;
  groupColumn(plan: Pointer, column: number): Pointer;
  totalGroups(plan: Pointer, measure: number): bigint;
  uniteGroups(plan: Pointer, order: Pointer, target: Pointer): void;

  criterionBytes(): number;
  writeCriterion(
    at: Pointer,
    column: number,
    descending: boolean,
    ranks: Pointer,
    cardinality: number,
    stride: bigint,
  ): void;
  orderCapacity(groups: number, end: number): number;
  orderBytes(capacity: number): number;
  orderGroups(
    plan: Pointer,
    criteria: Pointer,
    count: number,
    first: number,
    end: number,
    capacity: number,
    area: Pointer,
    page: Pointer,
  ): number;
  readRanks(plan: Pointer, page: Pointer, length: number, cardinality: number, stride: bigint, out: Pointer): void;
  readSums(plan: Pointer, page: Pointer, length: number, measure: number, out: Pointer): void;
  readCounts(plan: Pointer, page: Pointer, length: number, column: number, out: Pointer): void;

  bitmapBytes(rows: number): number;
  writeOutput(plan: Pointer, output: Pointer): void;
  writePlaces(plan: Pointer, keyBytes: number, sortedKeys: Pointer, count: number, places: Pointer): void;
  writeCursors(plan: Pointer, cursors: Pointer, rows: number, output: Pointer): void;
  cursorsOf(plan: Pointer): Pointer;
  clearCursors(plan: Pointer): void;
  placeCursors(plan: Pointer): number;
  groupEnds(plan: Pointer): Pointer;
  pairsOf(plan: Pointer, thread: number): Pointer;
  unitePairs(from: Pointer, cells: number, places: Pointer, bytes: number, to: Pointer): void;
  writeMedians(plan: Pointer, medians: Pointer): void;
  bracketOf(plan: Pointer, thread: number): Pointer;
  writeBracket(plan: Pointer, from: Pointer, count: number, low: bigint, span: bigint, shift: number): void;
  clearExtremes(extremes: Pointer, bytes: number): void;
  foldExtremes(plan: Pointer, thread: number, folded: Pointer, cells: number, tables: Pointer): void;
  joinExtremes(to: Pointer, from: Pointer, bytes: number): void;
  joinAll(pairs: Pointer, bytes: number): void;
  groupPairsBytes(groups: number): number;
  groupPairsOf(plan: Pointer, thread: number): Pointer;
  writeRecode(plan: Pointer, sortedKeys: Pointer, count: number, output: Pointer): void;
  andRows(a: Pointer, b: Pointer, rows: number): void;
  orRows(a: Pointer, b: Pointer, rows: number): void;
  andNotRows(a: Pointer, b: Pointer, rows: number): void;
  notRows(a: Pointer, rows: number): void;
  fillRows(a: Pointer, rows: number, every: boolean): void;
  countRows(a: Pointer, rows: number): number;

  collectBuckets(
    codes: Pointer,
    width: number,
    rows: number,
    shift: number,
    buckets: number,
    seen: Pointer,
    sets: Pointer,
  ): void;
  collectBounds(numbers: Pointer, width: number, rows: number, bounds: Pointer): void;

  statisticsOf(plan: Pointer, thread: number): Pointer;
  clearStatistics(plan: Pointer, thread: number): void;
}

type Constant =
  | "BLOCK"
  | "PIECE"
  | "WORK_BYTES"
  | "SET_BYTES"
  | "STATISTICS_BYTES"
  | "PHASE_CELLS"
  | "PHASE_SCATTER"
  | "PHASE_PARTITIONS"
  | "PHASE_ROWS"
  | "PHASE_STATISTICS"
  | "PHASE_RECODE"
  | "PHASE_MARKS"
  | "PHASE_EXTREMES"
  | "PHASE_SQUARES"
  | "PHASE_COUNT"
  | "PHASE_BRACKET"
  | "PHASE_SPREAD"
  | "PHASE_MEDIANS"
  | "PHASE_PAIRS"
  | "EXTREMES"
  | "LARGE_GROUP"
  | "MEDIAN_GROUPS"
  | "BRACKET_BYTES"
  | "BRACKET_PARTS"
  | "CUT_RANGE"
  | "CUT_SET"
  | "CUT_TABLE"
  | "SKIP"
  | "LAST_TEST"
  | "MAX_BUCKETS";
