import type { Value } from "../../model/values/value.js";
import type { FloatColumn } from "./float-column.js";
import type { TextValueColumn } from "./text-column.js";

/** Where the values of one attribute lie. Plain data: pointers are offsets in their memories. */
export type ValueColumn = TextValueColumn | FloatColumn;

/** The values of one attribute, one per member. */
export interface Values {
  readonly length: number;
  at(member: number): Value;
  isMissing(member: number): boolean;
  /** The values of many members; cheaper than one by one. */
  pick(members: ArrayLike<number>): Value[];
  /** Every member that has a value, in any order. */
  find(value: string | number): number[];
  /** Whether two members have the same value. */
  same(a: number, b: number): boolean;
  /** All members, ordered by value: numbers as numbers, texts by code point, no value last. */
  order(): Uint32Array;
}
