import type { Value } from "../../model/values/value.js";
import type { FloatColumn } from "./float-column.js";
import type { TextValueColumn } from "./text-column.js";

/** Location and size of the values of one attribute. JSON data: pointers are byte offsets in their memories. */
export type ValueColumn = TextValueColumn | FloatColumn;

/** The values of one attribute, one per member. */
export interface Values {
  readonly length: number;
  /** Return the value of a member; `null` if missing. */
  at(member: number): Value;
  isMissing(member: number): boolean;
  /** Return the values of many members; faster than `at` for each. */
  pick(members: ArrayLike<number>): Value[];
  /** Find all members with a value, in any order. */
  find(value: string | number): number[];
  /** True if two members have the same value or both have none. */
  same(a: number, b: number): boolean;
  /** Return all members, ordered by value: numbers by size, texts by code point, missing values last. */
  order(): Uint32Array;
}
