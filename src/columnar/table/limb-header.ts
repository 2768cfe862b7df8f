import type { Pointer } from "../../kernel/memory/pointer.js";
import type { AmountValues } from "../../kernel/query/table.js";

/** A column of numbers as plain data, which has no integers of 64 bits. */
export interface LimbHeader {
  readonly pointers: readonly Pointer[];
  readonly width: 4 | 8;
  readonly min: string;
  readonly max: string;
}

export function describeLimb({ pointers, width, min, max }: AmountValues): LimbHeader {
  return { pointers, width, min: `${min}`, max: `${max}` };
}

export function openLimb({ pointers, width, min, max }: LimbHeader): AmountValues {
  return { pointers, width, min: BigInt(min), max: BigInt(max) };
}
