import type { CodeColumn, AmountValues } from "../../kernel/query/table.js";
import type { Segment } from "../../kernel/memory/segment.js";
import { widthOf } from "../base/growing-codes.js";
import type { MemoryPlan } from "./plan-memories.js";

/** Write a code column; `codeOf` is called once per row, in order. */
export function writeCodes(plan: MemoryPlan, size: number, codeOf: (row: number) => number): CodeColumn {
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

/** Integers of a column by row. `numberOf` is called if all of them fit into 32 bits, `integerOf` otherwise. */
export interface Integers {
  readonly numberOf: (row: number) => number;
  readonly integerOf: (row: number) => bigint;
}

/** Write a column of integers between `min` and `max`: 4 bytes each if all fit, else 8. */
export function writeNumbers(
  plan: MemoryPlan,
  { min, max }: { readonly min: bigint; readonly max: bigint },
  { numberOf, integerOf }: Integers,
): AmountValues {
  const width = numberWidth(min, max);
  const pointers = eachSegment(plan, ({ memory, rows }, first) => {
    const pointer = memory.allocate(rows * width);
    if (width === 4) {
      const view = memory.i32(pointer, rows);
      for (let row = 0; row < rows; row++) view[row] = numberOf(first + row);
    } else {
      const view = memory.i64(pointer, rows);
      for (let row = 0; row < rows; row++) view[row] = integerOf(first + row);
    }
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
