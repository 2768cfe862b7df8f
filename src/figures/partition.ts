import type { Cells } from "../engine/engine.js";
import type { Member } from "../engine/entry.js";
import type { Value } from "../model/values/value.js";
import type { KeyPart } from "../query/aggregate/term.js";

/** CellGroups of cells. */
export interface Partition {
  /** The group of each cell, from 0. */
  readonly groupOf: Int32Array;
  readonly length: number;
}

/** Group cells by the values that they have at some parts of their keys; all are one group if there are none. */
export function partitionCells({ length, keys }: Pick<Cells, "length" | "keys">, parts: readonly KeyPart[]): Partition {
  let groups: Partition = { groupOf: new Int32Array(length), length: 1 };
  for (const { key, attribute } of parts) {
    const column = keys[key]!;
    const codes = encode(length, (row) => {
      const item = column[row] as Member | Value;
      if (typeof item !== "object" || item === null) return item;
      return attribute ? item.values[attribute.index]! : item.id;
    });
    const { groupOf } = groups;
    groups = encode(length, (row) => groupOf[row]! * codes.length + codes.groupOf[row]!);
  }
  return groups;
}

/** Number equal values by one code, in the order in which they come; `values` has each once. */
export function encode(
  length: number,
  valueAt: (row: number) => Value,
): Partition & { readonly values: readonly Value[] } {
  const codes = new Map<Value, number>();
  const groupOf = new Int32Array(length);
  for (let row = 0; row < length; row++) {
    const value = valueAt(row);
    let code = codes.get(value);
    if (code === undefined) codes.set(value, (code = codes.size));
    groupOf[row] = code;
  }
  return { groupOf, length: codes.size, values: [...codes.keys()] };
}
