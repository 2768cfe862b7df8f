import type { GrowingCodes } from "../base/growing-codes.js";

/** The members that rows have, numbered anew. */
export interface CompactedCodes {
  /** Old codes by new ones. */
  readonly members: Uint32Array;
  /** New codes by old ones. */
  readonly renumbered: Uint32Array;
}

const NONE = 0xffff_ffff;

/**
 * Keep the members that the rows have, numbered in the order in which the rows first have them.
 * @param count number of members before
 */
export function compactCodes(
  codes: GrowingCodes,
  count: number,
  rows: number,
  rowAt: (row: number) => number,
): CompactedCodes {
  const renumbered = new Uint32Array(count).fill(NONE);
  const members = new Uint32Array(count);
  let kept = 0;
  for (let row = 0; row < rows; row++) {
    const code = codes.get(rowAt(row));
    if (renumbered[code] !== NONE) continue;
    renumbered[code] = kept;
    members[kept++] = code;
  }
  return { members: members.subarray(0, kept), renumbered };
}
