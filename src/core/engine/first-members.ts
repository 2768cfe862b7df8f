import type { Dimension } from "../model/cube.js";
import type { Value } from "../model/values/value.js";
import type { Condition } from "../query/condition/condition.js";
import { gatherCells } from "./collect-cells.js";
import type { Reader } from "./engine.js";

/** Members that some entries have. */
export interface FirstMembers {
  /** Their identities, in order; `null` for no value. At most as many as were asked for. */
  readonly names: readonly Value[];
  /** Number of all. */
  readonly count: number;
}

/** Read the first members of a dimension that the entries that meet some filters have. @throws TooManyCells */
export async function readFirstMembers(
  reader: Reader,
  filters: readonly Condition[],
  dimension: Dimension,
  limit: number,
): Promise<FirstMembers> {
  const { identity } = dimension;
  const { cells, numCells } = await gatherCells(
    await reader.aggregate({
      filters,
      keys: [{ dimension, attribute: identity }],
      measures: [],
      order: [{ by: "key", key: 0, attribute: identity, descending: false }],
      first: 0,
      limit,
    }),
  );
  // The column of an attribute has values, not members.
  return { names: cells.keys[0] as readonly Value[], count: numCells };
}
