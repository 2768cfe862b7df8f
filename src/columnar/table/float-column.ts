import { type CubeMemory, roundUp } from "../../kernel/memory/cube-memory.js";
import type { Pointer } from "../../kernel/memory/pointer.js";
import { bitmapBytes, type Validity } from "../base/validity.js";

/** Where the numbers of one attribute lie, and how many they are: all that must be known to read them. */
export interface FloatColumn {
  readonly type: "number";
  /** Position in the table's memories. */
  readonly memory: number;
  readonly pointer: Pointer;
  /** Number of numbers, those that are missing included. */
  readonly length: number;
  readonly missing: number;
}

/**
 * Arrow's Float64; the validity begins at a multiple of 64:
 *
 *     numbers    f64 │ f64 │ …
 *     validity   1 bit per number      only where some are missing
 */
export function layFloats({ length, missing }: Pick<FloatColumn, "length" | "missing">): {
  readonly validity: number;
  readonly total: number;
} {
  const validity = roundUp(length * 8);
  return { validity, total: validity + (missing > 0 ? roundUp(bitmapBytes(length)) : 0) };
}

/** The parts of a column of numbers where they lie. */
export interface FloatViews {
  readonly numbers: Float64Array<SharedArrayBuffer>;
  readonly validity: Validity;
}

export function viewFloats(memory: CubeMemory, column: FloatColumn): FloatViews {
  const { pointer, length, missing } = column;
  const { validity } = layFloats(column);
  return {
    numbers: memory.f64(pointer, length),
    validity: missing > 0 ? memory.u8(pointer + validity, bitmapBytes(length)) : null,
  };
}
