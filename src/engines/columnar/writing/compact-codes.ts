import type { GrowingCodes } from "../base/growing-codes.js";

/** The members that occur in rows, with new codes. */
export interface CompactedCodes {
  /** Old code for each new code. */
  readonly members: Uint32Array;
  /** New code for each old code; `NONE` if no row has the member. */
  readonly renumbered: Uint32Array;
}

const NONE = 0xffff_ffff;

/**
 * Drop the members that no row has, and number the others by first occurrence.
 * @param count number of members, used or not
 */
export function compactCodes(
  codes: GrowingCodes,
  count: number,
  rows: number,
  rowAt: (row: number) => number,
): CompactedCodes {
  const renumbered = new Uint32Array(count).fill(NONE);
  const members = new Uint32Array(count);
  let length = 0;
  for (let row = 0; row < rows; row++) {
    const code = codes.get(rowAt(row));
    if (renumbered[code] !== NONE) continue;
    renumbered[code] = length;
    members[length++] = code;
  }
  return { members: members.subarray(0, length), renumbered };
}
