import { gatherRows } from "./plan/gather-rows.js";
import { exportsOf, type QueryJob, placeThreads, runRows } from "./plan/query-job.js";
import type { Pointer } from "./memory/pointer.js";
import type { CodeCut, EntryQuery } from "./query/query.js";
import type { CodeColumn, RowBitmap } from "./query/table.js";
import { writePlan } from "./plan/write-plan.js";

/** A set of codes of one column. */
export interface CodeMarks {
  /** One byte per code (`column.size`), 0 or 1. */
  readonly marks: Uint8Array;
  /** Number of marked codes. */
  readonly count: number;
}

/** Mark the codes that occur in a column among the entries that pass the filter and all cuts. */
export function markCodes(job: QueryJob, { segments, filter, cuts }: EntryQuery, column: CodeColumn): CodeMarks {
  if (!filter || "words" in filter) return passOver(job, column, filter, cuts);
  const keys = [{ column, group: null, cardinality: column.size }];
  const all = { segments, filter, cuts, keys, measures: [], order: [], first: 0, limit: 0 };
  const { job: listed, query } = gatherRows(job, all, filter);
  return passOver(listed, query.keys[0]!.column, null, query.cuts);
}

function passOver(job: QueryJob, column: CodeColumn, filter: RowBitmap | null, cuts: readonly CodeCut[]): CodeMarks {
  const { size } = column;
  if (job.segments.length === 0) return { marks: new Uint8Array(size), count: 0 };
  const outputs: Pointer[] = [];
  const plans = job.segments.map((_, segment) => {
    const exports = exportsOf(job, segment);
    const keys = [{ column, table: null, stride: 1n }];
    const plan = writePlan(job, { segment, filter, cuts, keys, measures: [] });
    const marks = job.scratches[segment]!.take(exports.bitmapBytes(bitsOf(size)));
    exports.fillRows(marks, bitsOf(size), false);
    exports.writeOutput(plan, marks);
    outputs.push(marks);
    placeThreads(job, segment, plan, exports.PHASE_MARKS.value, 0);
    return plan;
  });
  runRows(job, plans);
  return readMarks(job, outputs, size);
}

/** Unite the marks of all segments in the first segment's scratch, and count them. */
function readMarks(job: QueryJob, [first, ...others]: readonly Pointer[], size: number): CodeMarks {
  const { memory } = job.segments[0]!;
  const { exports } = memory;
  others.forEach((marks, index) => {
    const bytes = job.segments[index + 1]!.memory.u8(marks, exports.bitmapBytes(bitsOf(size)));
    exports.orRows(first!, job.scratches[0]!.put(bytes), bitsOf(size));
  });
  const count = exports.countRows(first!, bitsOf(size)) >>> 0;
  return { marks: new Uint8Array(memory.u8(first!, size)), count };
}

/** Return the length in bits of a marks array, so that it can be combined and counted like a bitmap. */
function bitsOf(size: number): number {
  return size * 8;
}
