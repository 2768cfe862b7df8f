import { countBracket } from "./brackets";
import { addPiece, finishCells } from "./cells";
import { groupPartition } from "./group";
import { markPiece } from "./marks";
import { findMedians } from "./medians";
import { markPairs } from "./pairs";
import { scatterPiece } from "./partition";
import { addSquares, findExtremes } from "./places";
import {
  PHASE_BRACKET,
  PHASE_CELLS,
  PHASE_COUNT,
  PHASE_EXTREMES,
  PHASE_MARKS,
  PHASE_MEDIANS,
  PHASE_PAIRS,
  PHASE_PARTITIONS,
  PHASE_RECODE,
  PHASE_ROWS,
  PHASE_SCATTER,
  PHASE_SPREAD,
  PHASE_SQUARES,
  PHASE_STATISTICS,
  Plan,
} from "./plan";
import { recodePiece, selectPiece } from "./rows";
import { countPiece, spreadPiece } from "./spread";
import { describePiece } from "./statistics";

export {
  BLOCK,
  CUT_RANGE,
  CUT_SET,
  CUT_TABLE,
  LAST_TEST,
  PHASE_BRACKET,
  PHASE_CELLS,
  PHASE_COUNT,
  PHASE_EXTREMES,
  PHASE_MARKS,
  PHASE_MEDIANS,
  PHASE_PAIRS,
  PHASE_PARTITIONS,
  PHASE_RECODE,
  PHASE_ROWS,
  PHASE_SCATTER,
  PHASE_SPREAD,
  PHASE_SQUARES,
  PHASE_STATISTICS,
  PIECE,
  planBytes,
  rewindThreads,
  SKIP,
  writeCut,
  writeKey,
  writeMeasure,
  writePhase,
  writePlan,
  writeThreads,
  writeZones,
} from "./plan";
export { WORK_BYTES } from "./work";
export { clearExtremes, foldExtremes, joinAll, joinExtremes } from "./extremes";
export { SET_BYTES, writeSet } from "./select";
export { addWords } from "./add";
export { cellBytes, cellsBytes, EXTREMES } from "./cell-layout";
export { writeCells } from "./cells";
export {
  addGroupCount,
  clearFolded,
  collectCells,
  foldCells,
  foldedBytes,
  groupColumn,
  groupsBytes,
  readGroupCount,
  threadCells,
  totalGroups,
  uniteGroups,
  writeGroups,
} from "./groups";
export { chunksBytes, isFull, maxRecords, partitionBytes, recordBytes, writePartitions } from "./partition";
export { pairsOf, unitePairs } from "./pairs";
export { gatherItems } from "./gather";
export { slotBitsFor, tablesBytes, writeTables } from "./group";
export {
  criterionBytes,
  orderBytes,
  orderCapacity,
  orderGroups,
  readCounts,
  readRanks,
  readSums,
  writeCriterion,
} from "./order";
export {
  andNotRows,
  andRows,
  bitmapBytes,
  countRows,
  fillRows,
  notRows,
  orRows,
  writeOutput,
  writeRecode,
} from "./rows";
export { collectBounds, collectBuckets, MAX_BUCKETS } from "./zones";
export { groupPairsBytes, groupPairsOf, writePlaces } from "./places";
export { clearCursors, cursorsOf, placeCursors, writeCursors } from "./spread";
export { groupEnds, LARGE_GROUP, MEDIAN_GROUPS, writeMedians } from "./medians";
export { BRACKET_BYTES, BRACKET_PARTS, bracketOf, writeBracket } from "./brackets";
export { clearStatistics, STATISTICS_BYTES, statisticsOf } from "./statistics";

/** Run one piece of the plan's phase: a range of entries, or a partition. */
export function runPiece(plan: Plan, thread: u32, piece: u32): void {
  if (plan.phase == PHASE_CELLS) addPiece(plan, thread, piece);
  else if (plan.phase == PHASE_SCATTER) scatterPiece(plan, thread, piece);
  else if (plan.phase == PHASE_PARTITIONS) groupPartition(plan, thread, piece);
  else if (plan.phase == PHASE_ROWS) selectPiece(plan, thread, piece);
  else if (plan.phase == PHASE_STATISTICS) describePiece(plan, thread, piece);
  else if (plan.phase == PHASE_RECODE) recodePiece(plan, thread, piece);
  else if (plan.phase == PHASE_MARKS) markPiece(plan, thread, piece);
  else if (plan.phase == PHASE_EXTREMES) findExtremes(plan, thread, piece);
  else if (plan.phase == PHASE_SQUARES) addSquares(plan, thread, piece);
  else if (plan.phase == PHASE_SPREAD) spreadPiece(plan, thread, piece);
  else if (plan.phase == PHASE_COUNT) countPiece(plan, thread, piece);
  else if (plan.phase == PHASE_BRACKET) countBracket(plan, thread, piece);
  else if (plan.phase == PHASE_PAIRS) markPairs(plan, thread, piece);
  else if (plan.phase == PHASE_MEDIANS) findMedians(plan, thread, piece);
}

/** Finish a thread's work after its last piece of the phase. */
export function finishPhase(plan: Plan, thread: u32): void {
  if (plan.phase == PHASE_CELLS) finishCells(plan, thread);
}
