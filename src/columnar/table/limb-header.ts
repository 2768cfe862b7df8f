import type { Pointer } from "../../kernel/memory/cube-memory.js";
import type { NumberColumn } from "../../kernel/query/table.js";

/** A column of numbers as plain data, which has no integers of 64 bits. */
export interface LimbHeader {
  readonly pointers: readonly Pointer[];
  readonly width: 4 | 8;
  readonly min: string;
  readonly max: string;
}

export function describeLimb({ pointers, width, min, max }: NumberColumn): LimbHeader {
  return { pointers, width, min: `${min}`, max: `${max}` };
}

export function openLimb({ pointers, width, min, max }: LimbHeader): NumberColumn {
  return { pointers, width, min: BigInt(min), max: BigInt(max) };
}
