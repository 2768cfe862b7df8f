import type { ColumnMemory } from "../../kernel/memory/column-memory.js";
import { roundUp } from "../../kernel/memory/cube-memory.js";
import type { Pointer } from "../../kernel/memory/pointer.js";
import { bitmapBytes, type Validity } from "../base/validity.js";

/** Location and size of the numbers of one attribute. */
export interface FloatColumn {
  readonly type: "number";
  /** Index in the table's memories. */
  readonly memory: number;
  readonly pointer: Pointer;
  /** Number of numbers, including missing ones. */
  readonly length: number;
  /** Number of missing numbers. */
  readonly missing: number;
}

/**
 * Lay out a column of numbers as Arrow's Float64. Return the offset of the validity, a multiple of 64, and the total bytes.
 *
 *     numbers    f64 │ f64 │ …
 *     validity   1 bit per number      only if some are missing
 */
export function layFloats({ length, missing }: Pick<FloatColumn, "length" | "missing">): {
  readonly validity: number;
  readonly total: number;
} {
  const validity = roundUp(length * 8);
  return { validity, total: validity + (missing > 0 ? roundUp(bitmapBytes(length)) : 0) };
}

/** Views of the parts of a column of numbers, without a copy. */
export interface FloatViews {
  readonly numbers: Float64Array<SharedArrayBuffer>;
  readonly validity: Validity;
}

/** View a column of numbers in its memory. */
export function viewFloats(memory: ColumnMemory, column: FloatColumn): FloatViews {
  const { pointer, length, missing } = column;
  const { validity } = layFloats(column);
  return {
    numbers: memory.f64(pointer, length),
    validity: missing > 0 ? memory.u8(pointer + validity, bitmapBytes(length)) : null,
  };
}
