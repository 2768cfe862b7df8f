import { ownRows } from "./gather-rows.js";
import { exportsOf, type QueryJob } from "./query-job.js";
import type { Pointer } from "../memory/pointer.js";
import type { RowFilter } from "../query/table.js";

/** Write a segment's part of a filter to scratch, as a bitmap of whole 64-bit words. @returns 0 without a filter */
export function writeFilter(job: QueryJob, segment: number, filter: RowFilter | null): Pointer {
  if (!filter) return 0;
  const scratch = job.scratches[segment]!;
  const exports = exportsOf(job, segment);
  const { rows } = job.segments[segment]!;
  const bytes = exports.bitmapBytes(rows);
  const bitmap = scratch.take(bytes);
  const words = scratch.memory.u32(bitmap, bytes / 4);
  if ("words" in filter) {
    const own = filter.words[segment]!;
    words.set(own);
    words.fill(0, own.length);
  } else {
    words.fill(0);
    for (const row of ownRows(job, segment, filter)) words[row >>> 5]! |= 1 << (row & 31);
  }
  return bitmap;
}
