import type { Pointer } from "../memory/pointer.js";

/** Column with one unsigned member code per entry, of the same width in every segment. */
export interface CodeColumn {
  /** Per segment the pointer to the codes; 64-byte aligned. */
  readonly pointers: readonly Pointer[];
  /** Bytes per code. */
  readonly width: 1 | 2 | 4;
  /** Number of codes; every code is below it. */
  readonly size: number;
}

/** Column with one signed integer per entry. The sum of all absolute values in the table is below 2^63. */
export interface AmountValues {
  /** Per segment the pointer to the numbers; 64-byte aligned. */
  readonly pointers: readonly Pointer[];
  /** Bytes per number. */
  readonly width: 4 | 8;
  /** Bounds of the numbers, not necessarily tight. */
  readonly min: bigint;
  readonly max: bigint;
}

/** A set of entries, as a bitmap or a list. */
export type RowFilter = RowBitmap | RowList;

/** A short list of entries. */
export interface RowList {
  /** Distinct row numbers in the table, in any order. */
  readonly rows: Uint32Array;
  readonly count: number;
}

/** A bitmap of entries: entry `i` is bit `i & 31` of word `i >> 5`; bits after the last entry are 0. */
export interface RowBitmap {
  /** Per segment ceil(rows / 32) words, copied out of the kernel's memory. */
  readonly words: readonly Uint32Array[];
  /** Number of entries in the set. */
  readonly count: number;
}
