import type { GrowingCodes } from "../base/growing-codes.js";

/** The members that occur in rows, with new codes. */
export interface CompactedCodes {
  /** Old code for each new code. */
  readonly members: Uint32Array;
  /** New code for each old code, `NONE` if no row has the member; `null` if all codes stay. */
  readonly renumbered: Uint32Array | null;
}

const NONE = 0xffff_ffff;

/**
 * Drop the members that no row has, and number the others by first occurrence.
 * @param count number of members, used or not
 * @param kept the rows that count; `null` for all
 */
export function compactCodes(
  codes: GrowingCodes,
  count: number,
  kept: Uint32Array | null,
  rows: number,
): CompactedCodes {
  if (!kept && codes.isNumbered(count)) {
    const members = new Uint32Array(count);
    for (let code = 0; code < count; code++) members[code] = code;
    return { members, renumbered: null };
  }
  const renumbered = new Uint32Array(count).fill(NONE);
  const members = new Uint32Array(count);
  let length = 0;
  for (let row = 0; row < rows; row++) {
    const code = codes.get(kept ? kept[row]! : row);
    if (renumbered[code] !== NONE) continue;
    renumbered[code] = length;
    members[length++] = code;
  }
  return { members: members.subarray(0, length), renumbered };
}
