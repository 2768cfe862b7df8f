import { type Kernel, MAX_TABLE_BYTES } from "../kernel/kernel.js";
import type { CodeColumn, NumberColumn, Segment } from "../kernel/table.js";
import { widthOf } from "./growing-codes.js";

/** Memories of a table that is being written. */
export interface SegmentPlan {
  readonly segments: readonly Segment[];
  readonly segmentRows: number;
}

/** Allocations begin at multiples of this many bytes. */
const ALIGNMENT = 64;

/**
 * Make the memories of a table at their final size.
 * @param widths bytes per row of each column
 * @param tail bytes of what stands once, in the last segment
 * @param segmentBytes most bytes of one memory
 */
export function planSegments(
  kernel: Kernel,
  rows: number,
  widths: readonly number[],
  tail: number,
  segmentBytes = MAX_TABLE_BYTES,
): SegmentPlan {
  const bytesPerRow = widths.reduce((sum, width) => sum + width, 0);
  const padding = ALIGNMENT * (widths.length + 1);
  const most = Math.max(1, Math.floor((segmentBytes - tail - padding) / Math.max(1, bytesPerRow)));
  const count = Math.max(1, Math.ceil(rows / most));
  const segmentRows = Math.max(1, Math.ceil(rows / count));
  const segments = Array.from({ length: count }, (_, at): Segment => {
    const own = Math.min(segmentRows, rows - at * segmentRows);
    const bytes = widths.reduce((sum, width) => sum + align(width * own), 0) + (at === count - 1 ? align(tail) : 0);
    return { memory: kernel.newMemory(bytes), rows: own };
  });
  return { segments, segmentRows };
}

/** Write a code column; `codeOf` is asked once for each row, in order. */
export function writeCodes(plan: SegmentPlan, size: number, codeOf: (row: number) => number): CodeColumn {
  const width = widthOf(size);
  const pointers = eachSegment(plan, ({ memory, rows }, first) => {
    const pointer = memory.allocate(rows * width);
    const view =
      width === 1 ? memory.u8(pointer, rows) : width === 2 ? memory.u16(pointer, rows) : memory.u32(pointer, rows);
    for (let row = 0; row < rows; row++) view[row] = codeOf(first + row);
    return pointer;
  });
  return { pointers, width, size: Math.max(1, size) };
}

/** Write a column of integers within bounds; `numberOf` is asked once for each row, in order. */
export function writeNumbers(
  plan: SegmentPlan,
  { min, max }: { readonly min: bigint; readonly max: bigint },
  numberOf: (row: number) => bigint,
): NumberColumn {
  const width = numberWidth(min, max);
  const pointers = eachSegment(plan, ({ memory, rows }, first) => {
    const pointer = memory.allocate(rows * width);
    if (width === 4) {
      const view = memory.i32(pointer, rows);
      for (let row = 0; row < rows; row++) view[row] = Number(numberOf(first + row));
    } else {
      const view = memory.i64(pointer, rows);
      for (let row = 0; row < rows; row++) view[row] = numberOf(first + row);
    }
    return pointer;
  });
  return { pointers, width, min, max };
}

export function numberWidth(min: bigint, max: bigint): 4 | 8 {
  return min >= -(2n ** 31n) && max < 2n ** 31n ? 4 : 8;
}

/** Do something in each segment, given its first row. */
export function eachSegment<T>(
  { segments, segmentRows }: SegmentPlan,
  use: (segment: Segment, first: number) => T,
): readonly T[] {
  return segments.map((segment, at) => use(segment, at * segmentRows));
}

function align(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
