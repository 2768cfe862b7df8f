import { readAttribute } from "../model/calendar-rules.js";
import type { Cells } from "../engine/engine.js";
import type { Member } from "../engine/entry.js";
import type { Value } from "../model/values/value.js";
import type { Key } from "../query/aggregate/query.js";
import type { KeyPart } from "../query/aggregate/term.js";

/** CellGroups of cells. */
export interface Partition {
  /** The group of each cell, from 0. */
  readonly groupOf: Int32Array;
  readonly length: number;
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
  const [first, ...others] = parts;
  if (!first) return { groupOf: new Int32Array(length), length: 1 };
  let groups: Partition = encode(length, first);
  for (const part of others) {
    const codes = encode(length, part);
    const { groupOf } = groups;
    groups = encode(length, (row) => groupOf[row]! * codes.length + codes.groupOf[row]!);
  }
  return groups;
}

/** Return the first row of each group. */
export function firstRows({ groupOf, length }: Partition): Int32Array {
  const first = new Int32Array(length).fill(-1);
  groupOf.forEach((group, row) => {
    if (first[group]! < 0) first[group] = row;
  });
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

/** Number equal values by one code, in the order in which they come; `values` has each once. */
export function encode(length: number, valueAt: ValueAt): Partition & { readonly values: readonly Value[] } {
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
