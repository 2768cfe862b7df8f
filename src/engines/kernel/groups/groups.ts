import { TooManyGroups } from "../memory/errors.js";
import type { Pointer } from "../memory/pointer.js";
import type { Scratch } from "../memory/scratch.js";

/** Columns of groups that are not sums, as numbered by `groupColumn`. */
export const COLUMN_KEY = -2;
export const COLUMN_COUNT = -1;

/** The groups found, column by column in the scratch of the first segment. */
export interface Groups {
  readonly scratch: Scratch;
  /** The plan that holds the columns. */
  readonly plan: Pointer;
  readonly count: number;
  /** True if the groups are in ascending order of their keys. */
  readonly sorted: boolean;
  /** Extremes of the cells, numbered by ranks, for each wanted measure; absent if they are not known. */
  readonly extremes?: { readonly at: Pointer; readonly cells: number; readonly measures: number };
}

/** Reserve memory for `limit` groups. Further groups are not stored, but make the count exceed the limit. */
export function placeGroups(scratch: Scratch, plan: Pointer, measures: number, limit: number): void {
  const { exports } = scratch.memory;
  exports.writeGroups(plan, scratch.take(exports.groupsBytes(measures, limit)), limit);
}

/** Return the number of groups. @throws TooManyGroups */
export function countGroups(scratch: Scratch, plan: Pointer, maxGroups: number): number {
  const count = scratch.memory.exports.readGroupCount(plan) >>> 0;
  if (count > maxGroups) throw new TooManyGroups(maxGroups);
  return count;
}

/** Return the stride of every key: the product of the cardinalities after it. */
export function stridesOf(cardinalities: readonly number[]): bigint[] {
  const strides: bigint[] = [];
  let stride = 1n;
  for (let key = cardinalities.length - 1; key >= 0; key--) {
    strides[key] = stride;
    stride *= BigInt(cardinalities[key]!);
  }
  return strides;
}
