import type { CodeColumn, AmountValues } from "../../kernel/query/table.js";
import type { Segment } from "../../kernel/memory/segment.js";
import { widthOf } from "../base/growing-codes.js";
import type { MemoryPlan } from "./plan-memories.js";

/** Write a code column. @param write writes the codes from a row on */
export function writeCodes(plan: MemoryPlan, size: number, write: (to: CodeView, first: number) => void): CodeColumn {
  const width = widthOf(size);
  const pointers = eachSegment(plan, ({ memory, rows }, first) => {
    const pointer = memory.allocate(rows * width);
    const view =
      width === 1 ? memory.u8(pointer, rows) : width === 2 ? memory.u16(pointer, rows) : memory.u32(pointer, rows);
    write(view, first);
    return pointer;
  });
  return { pointers, width, size: Math.max(1, size) };
}

/** Codes of successive rows of a table. */
export type CodeView = Uint8Array | Uint16Array | Uint32Array;

/**
 * Write a column of integers between `min` and `max`: 4 bytes each if all fit, else 8.
 * @param write writes the integers from a row on
 */
export function writeNumbers(
  plan: MemoryPlan,
  { min, max }: { readonly min: bigint; readonly max: bigint },
  write: (to: Int32Array | BigInt64Array, first: number) => void,
): AmountValues {
  const width = numberWidth(min, max);
  const pointers = eachSegment(plan, ({ memory, rows }, first) => {
    const pointer = memory.allocate(rows * width);
    write(width === 4 ? memory.i32(pointer, rows) : memory.i64(pointer, rows), first);
    return pointer;
  });
  return { pointers, width, min, max };
}

export function numberWidth(min: bigint, max: bigint): 4 | 8 {
  return min >= -(2n ** 31n) && max < 2n ** 31n ? 4 : 8;
}

/** Call `use` with each segment and its first row; return the results. */
export function eachSegment<T>(
  { segments, segmentRows }: MemoryPlan,
  use: (segment: Segment, first: number) => T,
): readonly T[] {
  return segments.map((segment, at) => use(segment, at * segmentRows));
}
