import type { CubeMemory } from "../../kernel/memory/cube-memory.js";
import type { Value } from "../../model/values/value.js";
import { type FloatColumn, viewFloats } from "./float-column.js";
import { openFloats } from "./floats.js";
import type { TextValueColumn } from "./text-column.js";
import { viewTexts } from "./text-views.js";
import { openTexts } from "./texts.js";

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

/** @param kept whether strings are kept once they are made */
export function openValues(memories: readonly CubeMemory[], column: ValueColumn, kept: boolean): Values {
  const memory = memories[column.memory]!;
  return column.type === "text" ? openTexts(viewTexts(memory, column), kept) : openFloats(viewFloats(memory, column));
}
