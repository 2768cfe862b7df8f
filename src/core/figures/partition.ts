import { readAttribute } from "../model/calendar-rules.js";
import type { Cells } from "../engine/engine.js";
import type { Member } from "../engine/entry.js";
import type { Value } from "../model/values/value.js";
import type { Key } from "../query/aggregate/query.js";
import type { KeyPart } from "../query/aggregate/term.js";

/** Groups of cells. */
export interface Partition {
  /** The group of each cell, from 0. */
  readonly groupOf: Int32Array;
  readonly length: number;
}

/** Rows, grouped by a value. */
export interface Encoded extends Partition {
  /** The value of each group. */
  readonly values: readonly Value[];
}

/** Reads a value of each row. */
export type ValueAt = (row: number) => Value;

/** Group cells by the values that they have at some parts of their keys; all are one group if there are none. */
export function partitionCells({ length, keys }: Pick<Cells, "length" | "keys">, parts: readonly KeyPart[]): Partition {
  const read = ({ key, dimension, attribute }: KeyPart): ValueAt => {
    const column = keys[key]!;
    return (row) => {
      const item = column[row] as Member | Value;
      if (typeof item !== "object" || item === null) return item;
      return attribute ? readAttribute(item.values, dimension, attribute) : item.id;
    };
  };
  return partitionBy(length, parts.map(read));
}

/** Group rows by the values that they have together. */
export function partitionBy(length: number, parts: readonly ValueAt[]): Partition {
  if (parts.length === 0) return { groupOf: new Int32Array(length), length: 1 };
  return joinCodes(parts.map((part) => encode(length, part)));
}

/** Numbers of rows, all from 0 and less than an end. */
export interface NumberedRows {
  readonly numbers: Int32Array;
  readonly end: number;
}

/** Group rows by the numbers that they have together; all are one group if there are none. */
export function partitionNumbered(length: number, columns: readonly NumberedRows[]): Partition {
  if (columns.length === 0) return { groupOf: new Int32Array(length), length: 1 };
  return joinCodes(columns.map(encodeColumn));
}

/** Group rows by the groups that they have in all of some partitions, at least one. */
export function joinCodes(partitions: readonly Partition[]): Partition {
  return partitions.reduce((groups, codes) => {
    // Rows of one group, in either, are grouped as in the other.
    if (codes.length === 1 || groups.groupOf === codes.groupOf) return groups;
    if (groups.length === 1) return codes;
    const joined = (row: number): number => groups.groupOf[row]! * codes.length + codes.groupOf[row]!;
    const most = groups.length * codes.length;
    return most <= Math.max(MAX_TABLE, 4 * groups.groupOf.length)
      ? encodeNumbers(groups.groupOf.length, joined, most)
      : encode(groups.groupOf.length, joined);
  });
}

/** Most combinations that are looked up in a table, if they are not few beside the rows. */
const MAX_TABLE = 2 ** 16;

/** Group rows by their numbers. A loop of its own takes half the time, which counts for millions of rows. */
function encodeColumn({ numbers, end }: NumberedRows): Partition {
  // Zero is not known yet, so that the memory need not be filled.
  const codes = new Int32Array(end);
  const groupOf = new Int32Array(numbers.length);
  let known = 0;
  for (let row = 0; row < numbers.length; row++) {
    const number = numbers[row]!;
    const code = codes[number]!;
    groupOf[row] = (code === 0 ? (codes[number] = ++known) : code) - 1;
  }
  return { groupOf, length: known };
}

/** Number equal numbers by one code, in the order in which they come. @param end every number is less */
function encodeNumbers(length: number, numberAt: (row: number) => number, end: number): Partition {
  const codes = new Int32Array(end).fill(-1);
  const groupOf = new Int32Array(length);
  let known = 0;
  for (let row = 0; row < length; row++) {
    const number = numberAt(row);
    if (codes[number]! < 0) codes[number] = known++;
    groupOf[row] = codes[number]!;
  }
  return { groupOf, length: known };
}

/** Return the first row of each group. */
export function firstRows({ groupOf, length }: Partition): Int32Array {
  const first = new Int32Array(length).fill(-1);
  for (let row = 0; row < groupOf.length; row++) if (first[groupOf[row]!]! < 0) first[groupOf[row]!] = row;
  return first;
}

/** Read the identities of a column's members, or its values; they are the same in two datasets. */
export function identitiesOf(column: Cells["keys"][number], { dimension }: Pick<Key, "dimension">): ValueAt {
  const { index } = dimension.identity;
  return (row) => {
    const item = column[row] as Member | Value;
    return typeof item === "object" && item !== null ? item.values[index]! : item;
  };
}

/** Number equal values by one code, in the order in which they come. */
export function encode(length: number, valueAt: ValueAt): Encoded {
  const codes = new Map<Value, number>();
  const groupOf = new Int32Array(length);
  let [last, code]: [Value | undefined, number | undefined] = [undefined, 0];
  for (let row = 0; row < length; row++) {
    const value = valueAt(row);
    // Equal values often follow one another.
    if (value !== last) {
      code = codes.get(value);
      if (code === undefined) codes.set(value, (code = codes.size));
      last = value;
    }
    groupOf[row] = code!;
  }
  return { groupOf, length: codes.size, values: [...codes.keys()] };
}
