import { exportsOf, type Job, placeThreads, runPieces } from "./job.js";
import type { Pointer } from "./memory.js";
import type { CodeCut, NumberCut, Selection } from "./query.js";
import type { RowBitmap } from "./table.js";
import { putBitmap, writePlan } from "./write-plan.js";

/** Mark the entries of a selection, segment by segment. */
export function selectRows(job: Job, selection: Selection): RowBitmap {
  let count = 0;
  const words = job.segments.map(({ memory, rows }, segment) => {
    const bitmap = mark(job, segment, selection);
    count += memory.exports.countRows(bitmap, rows) >>> 0;
    return new Uint32Array(memory.u32(bitmap, Math.ceil(rows / 32)));
  });
  return { words, count };
}

/** A bitmap of the selection in the segment's scratch, which the caller may change. */
function mark(job: Job, segment: number, selection: Selection): Pointer {
  const { rows } = job.segments[segment]!;
  const exports = exportsOf(job, segment);
  switch (selection.op) {
    case "rows":
      return putBitmap(job.scratches[segment]!, selection.rows.words[segment]!, rows);
    case "cut":
      return markCuts(job, segment, [selection.cut]);
    case "and":
      return markAll(job, segment, selection.of);
    case "or": {
      const bitmap = fill(job, segment, false);
      for (const one of selection.of) withMark(job, segment, one, (other) => exports.orRows(bitmap, other, rows));
      return bitmap;
    }
    case "not": {
      const bitmap = mark(job, segment, selection.of);
      exports.notRows(bitmap, rows);
      return bitmap;
    }
  }
}

/** Cuts are applied together, in one pass over the blocks. */
function markAll(job: Job, segment: number, of: readonly Selection[]): Pointer {
  const { rows } = job.segments[segment]!;
  const exports = exportsOf(job, segment);
  const cuts = of.flatMap((one) => (one.op === "cut" ? [one.cut] : []));
  const bitmap = cuts.length > 0 ? markCuts(job, segment, cuts) : fill(job, segment, true);
  for (const one of of) {
    if (one.op === "cut") continue;
    if (one.op === "not") withMark(job, segment, one.of, (other) => exports.andNotRows(bitmap, other, rows));
    else withMark(job, segment, one, (other) => exports.andRows(bitmap, other, rows));
  }
  return bitmap;
}

function markCuts(job: Job, segment: number, cuts: readonly (CodeCut | NumberCut)[]): Pointer {
  const { rows } = job.segments[segment]!;
  const exports = exportsOf(job, segment);
  const bitmap = fill(job, segment, false);
  const plan = writePlan(job.scratches[segment]!, { rows, segment, filter: null, cuts, keys: [], measures: [] });
  placeThreads(job, segment, plan, exports.PHASE_ROWS.value, 0);
  exports.writeOutput(plan, bitmap);
  runPieces(job, segment, plan, Math.ceil(rows / exports.PIECE.value));
  return bitmap;
}

/** Room for a bitmap, of all entries or none. */
function fill(job: Job, segment: number, every: boolean): Pointer {
  const { rows } = job.segments[segment]!;
  const exports = exportsOf(job, segment);
  const bitmap = job.scratches[segment]!.take(exports.bitmapBytes(rows));
  exports.fillRows(bitmap, rows, every);
  return bitmap;
}

/** Use another selection's bitmap and give its room back. */
function withMark(job: Job, segment: number, selection: Selection, use: (bitmap: Pointer) => void): void {
  const scratch = job.scratches[segment]!;
  const before = scratch.mark();
  use(mark(job, segment, selection));
  scratch.back(before);
}
