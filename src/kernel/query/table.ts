import type { Pointer } from "../memory/pointer.js";

/** One member code per entry, unsigned, of one width in every segment. */
export interface CodeColumn {
  /** For each segment where the codes begin; 64-byte aligned. */
  readonly pointers: readonly Pointer[];
  readonly width: 1 | 2 | 4;
  /** Every code is below `size`. */
  readonly size: number;
}

/** One signed integer per entry. The sum of all absolute values of the table is below 2^63. */
export interface AmountValues {
  /** For each segment where the numbers begin; 64-byte aligned. */
  readonly pointers: readonly Pointer[];
  readonly width: 4 | 8;
  /** Bounds of the numbers, not necessarily tight. */
  readonly min: bigint;
  readonly max: bigint;
}

/** Which entries. */
export type RowFilter = RowBitmap | RowList;

/** Few entries, by their numbers in the table, in any order and each of them once. */
export interface RowList {
  readonly rows: Uint32Array;
  readonly count: number;
}

/** Entries, one bit each: entry `i` is bit `i & 31` of word `i >> 5`, and bits after the last entry are 0. */
export interface RowBitmap {
  /** For each segment ceil(rows / 32) words. A copy: valid as long as it is held. */
  readonly words: readonly Uint32Array[];
  /** Number of entries in it. */
  readonly count: number;
}
