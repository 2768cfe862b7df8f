import { exportsOf, type QueryJob, placeThreads, runPieces } from "./plan/query-job.js";
import type { Pointer } from "./memory/pointer.js";
import { writeFilter } from "./plan/write-filter.js";
import type { CodeCut, NumberCut, Selection } from "./query/query.js";
import type { RowBitmap } from "./query/table.js";
import { writePlan } from "./plan/write-plan.js";

/** Return the entries of a selection as a bitmap. */
export function selectRows(job: QueryJob, selection: Selection): RowBitmap {
  let count = 0;
  const words = job.segments.map(({ memory, rows }, segment) => {
    const bitmap = mark(job, segment, selection);
    count += memory.exports.countRows(bitmap, rows) >>> 0;
    return new Uint32Array(memory.u32(bitmap, Math.ceil(rows / 32)));
  });
  return { words, count };
}

/**
 * Write a selection's bitmap to the segment's scratch. The caller may change it.
 * @param within a bitmap of the relevant entries: the bits of others may be 0 or 1 in the result; 0: all are relevant
 */
function mark(job: QueryJob, segment: number, selection: Selection, within: Pointer = 0): Pointer {
  const { rows } = job.segments[segment]!;
  const exports = exportsOf(job, segment);
  switch (selection.op) {
    case "rows":
      return writeFilter(job, segment, selection.rows);
    case "cut":
      return markCuts(job, segment, [selection.cut], within);
    case "and":
      return markAll(job, segment, selection.of, within);
    case "or": {
      const bitmap = fill(job, segment, false);
      for (const one of selection.of)
        withMark(job, segment, one, within, (other) => exports.orRows(bitmap, other, rows));
      return bitmap;
    }
    case "not": {
      const bitmap = mark(job, segment, selection.of, within);
      exports.notRows(bitmap, rows);
      return bitmap;
    }
  }
}

/**
 * Intersect selections: first the known rows, then all cuts in one pass, then the rest, which skips excluded entries.
 */
function markAll(job: QueryJob, segment: number, of: readonly Selection[], within: Pointer): Pointer {
  const { rows } = job.segments[segment]!;
  const exports = exportsOf(job, segment);
  const known = of.filter((one) => one.op === "rows");
  const cuts = of.flatMap((one) => (one.op === "cut" ? [one.cut] : []));
  let bitmap: Pointer = 0;
  for (const one of known) {
    if (bitmap === 0) bitmap = mark(job, segment, one);
    else withMark(job, segment, one, 0, (other) => exports.andRows(bitmap, other, rows));
  }
  if (cuts.length > 0) bitmap = markCuts(job, segment, cuts, bitmap || within);
  const inside = bitmap || within;
  bitmap ||= fill(job, segment, true);
  for (const one of of) {
    if (one.op === "cut" || one.op === "rows") continue;
    if (one.op === "not") withMark(job, segment, one.of, inside, (other) => exports.andNotRows(bitmap, other, rows));
    else withMark(job, segment, one, inside, (other) => exports.andRows(bitmap, other, rows));
  }
  return bitmap;
}

function markCuts(job: QueryJob, segment: number, cuts: readonly (CodeCut | NumberCut)[], filter: Pointer): Pointer {
  const { rows } = job.segments[segment]!;
  const exports = exportsOf(job, segment);
  const bitmap = fill(job, segment, false);
  const plan = writePlan(job, { segment, filter: filter || null, cuts, keys: [], measures: [] });
  placeThreads(job, segment, plan, exports.PHASE_ROWS.value, 0);
  exports.writeOutput(plan, bitmap);
  runPieces(job, segment, plan, Math.ceil(rows / exports.PIECE.value));
  return bitmap;
}

/** Reserve a bitmap with all entries or none. */
function fill(job: QueryJob, segment: number, every: boolean): Pointer {
  const { rows } = job.segments[segment]!;
  const exports = exportsOf(job, segment);
  const bitmap = job.scratches[segment]!.take(exports.bitmapBytes(rows));
  exports.fillRows(bitmap, rows, every);
  return bitmap;
}

/** Compute the bitmap of another selection, use it, and free its memory. */
function withMark(
  job: QueryJob,
  segment: number,
  selection: Selection,
  within: Pointer,
  use: (bitmap: Pointer) => void,
): void {
  const scratch = job.scratches[segment]!;
  const before = scratch.mark();
  use(mark(job, segment, selection, within));
  scratch.back(before);
}
