import type { Pointer } from "../../kernel/memory/pointer.js";
import type { AmountValues } from "../../kernel/query/table.js";

/** Column of amounts as JSON data. `min` and `max` are decimal texts, because JSON has no 64-bit integers. */
export interface LimbHeader {
  readonly pointers: readonly Pointer[];
  readonly width: 4 | 8;
  readonly min: string;
  readonly max: string;
}

/** Convert a column of amounts to JSON data. */
export function describeLimb({ pointers, width, min, max }: AmountValues): LimbHeader {
  return { pointers, width, min: `${min}`, max: `${max}` };
}

/** Convert JSON data to a column of amounts. */
export function openLimb({ pointers, width, min, max }: LimbHeader): AmountValues {
  return { pointers, width, min: BigInt(min), max: BigInt(max) };
}
