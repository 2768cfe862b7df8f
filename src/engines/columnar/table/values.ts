import type { Value } from "../../../core/model/values/value.js";
import type { FloatColumn } from "./float-column.js";
import type { TextValueColumn } from "./text-column.js";
import type { Validity } from "../base/validity.js";

/** Location and size of the values of one attribute. JSON data: pointers are byte offsets in their memories. */
export type ValueColumn = TextValueColumn | FloatColumn;

/** Texts as UTF-8, one after another: text `i` is `bytes[offsets[i] … offsets[i + 1]]`. */
export interface StoredTexts {
  readonly offsets: Int32Array;
  readonly validity: Validity;
  readonly bytes: Buffer;
}

/** Values that members of another dimension stand for, several for one. */
export interface MappedTo {
  /** Return for each member the number of its value, or `NO_TARGET`. */
  readonly targets: () => Uint32Array;
  readonly values: () => Values;
}

/** The values of one attribute, one per member. */
export interface Values {
  readonly length: number;
  /** The texts in their memory; `null` for numbers, and for values that are mapped. */
  readonly texts: StoredTexts | null;
  /** The values that members stand for; absent if each member has a value of its own. */
  readonly mapped?: MappedTo;
  /** Return the value of a member; `null` if missing. */
  at(member: number): Value;
  isMissing(member: number): boolean;
  /** Return the values of many members; faster than `at` for each. */
  pick(members: ArrayLike<number>): Value[];
  /** Find all members with a value, in any order. */
  find(value: string | number): number[];
  /** True if two members have the same value or both have none. */
  same(a: number, b: number): boolean;
  /** Return all members, ordered by value: numbers by size, texts by code point, missing values last. @param check called at intervals; throws to abort */
  order(check?: () => void): Uint32Array;
}
