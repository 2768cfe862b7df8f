import { exportsOf, type Job } from "./job.js";
import type { Pointer } from "./memory.js";
import type { Scratch } from "./scratch.js";
import type { RowBitmap, RowFilter, RowList } from "./table.js";

/** A filter in scratch. */
export interface PutFilter {
  /** A bitmap of all entries, or of the blocks that have a slot; 0: every entry. */
  readonly bitmap: Pointer;
  /** For each block where its words are: the 0th, 1st … block in the bitmap, or NO_SLOT; `null`: all follow each other. */
  readonly slots: Uint32Array | null;
}

export const NO_SLOT = 0xffff_ffff;
const EVERY: PutFilter = { bitmap: 0, slots: null };

/** Put what a segment has of a filter to scratch: of a list only the blocks that it comes to. */
export function putFilter(job: Job, segment: number, filter: RowFilter | Pointer | null): PutFilter {
  if (filter === null) return EVERY;
  if (typeof filter === "number") return { bitmap: filter, slots: null };
  if ("words" in filter) return { bitmap: putBitmap(job.scratches[segment]!, filter, segment), slots: null };
  return putBlocks(job, segment, ownRows(job, segment, filter));
}

/** A bitmap of all entries that are in a filter, which the kernel reads in 64-bit words. */
export function putRows(job: Job, segment: number, filter: RowFilter): Pointer {
  const scratch = job.scratches[segment]!;
  if ("words" in filter) return putBitmap(scratch, filter, segment);
  const exports = exportsOf(job, segment);
  const { rows } = job.segments[segment]!;
  const bitmap = scratch.take(exports.bitmapBytes(rows));
  exports.fillRows(bitmap, rows, false);
  const words = scratch.memory.u32(bitmap, Math.ceil(rows / 32));
  for (const row of ownRows(job, segment, filter)) words[row >>> 5]! |= 1 << (row & 31);
  return bitmap;
}

function putBitmap(scratch: Scratch, filter: RowBitmap, segment: number): Pointer {
  const { exports } = scratch.memory;
  const words = filter.words[segment]!;
  const bytes = exports.bitmapBytes(words.length * 32);
  const bitmap = scratch.take(bytes);
  const room = scratch.memory.u32(bitmap, bytes / 4);
  room.set(words);
  room.fill(0, words.length);
  return bitmap;
}

/** The rows of a segment, numbered from its first one. */
function ownRows({ segments }: Job, segment: number, { rows: list }: RowList): Uint32Array {
  if (segments.length === 1) return list;
  const first = segments.slice(0, segment).reduce((sum, { rows }) => sum + rows, 0);
  const end = first + segments[segment]!.rows;
  return list.filter((row) => row >= first && row < end).map((row) => row - first);
}

function putBlocks(job: Job, segment: number, rows: Uint32Array): PutFilter {
  const scratch = job.scratches[segment]!;
  const blockRows = scratch.memory.exports.BLOCK.value;
  const slots = new Uint32Array(Math.ceil(job.segments[segment]!.rows / blockRows)).fill(NO_SLOT);
  let used = 0;
  for (let at = 0; at < rows.length; at++) {
    const block = Math.floor(rows[at]! / blockRows);
    if (slots[block] === NO_SLOT) slots[block] = used++;
  }
  const words = blockRows / 32;
  const bitmap = scratch.take(used * words * 4);
  const room = scratch.memory.u32(bitmap, used * words).fill(0);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!;
    const slot = slots[Math.floor(row / blockRows)]!;
    room[slot * words + ((row % blockRows) >>> 5)]! |= 1 << (row & 31);
  }
  return { bitmap, slots };
}
