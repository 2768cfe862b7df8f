import { gatherRows } from "./plan/gather-rows.js";
import { exportsOf, type QueryJob, placeThreads, runRows } from "./plan/query-job.js";
import type { Pointer } from "./memory/pointer.js";
import type { CodeCut, EntryQuery } from "./query/query.js";
import type { CodeColumn, RowBitmap } from "./query/table.js";
import { writePlan } from "./plan/write-plan.js";

/** Some codes of a column. */
export interface CodeMarks {
  /** One byte per code (`column.size`), 0 or 1. */
  readonly marks: Uint8Array;
  /** Number of codes that are marked. */
  readonly count: number;
}

/** Mark the codes of a column that the entries have which pass. */
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

/** Those of all segments, united in the first one. */
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

/** Of marks as a bitmap, in which a byte that is 1 is one bit. */
function bitsOf(size: number): number {
  return size * 8;
}
