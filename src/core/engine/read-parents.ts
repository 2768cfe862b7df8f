import { type Bounds, throwIfCancelled } from "./bounds.js";
import type { Reader } from "./engine.js";
import type { Member } from "./entry.js";
import type { Value } from "../model/values/value.js";
import type { Key } from "../query/aggregate/query.js";
import { type ClauseTarget, filterClause } from "../query/condition/condition.js";

/** Two levels of a hierarchy, one above the other. */
export interface LevelPair {
  /** The lower level, with the attribute that identifies its members. */
  readonly child: ClauseTarget;
  readonly parent: Key;
}

/** The parent of a member: the member of a dimension, or the value of an attribute. */
export type Parent = Member | Exclude<Value, null>;

/** The parents of members, by the value that identifies each. */
export interface Parents {
  /** Members whose entries all have the same parent. */
  readonly unique: ReadonlyMap<string | number, Parent>;
  /** Members whose entries have several parents, in order. To have no parent counts as one. */
  readonly ambiguous: ReadonlySet<string | number>;
}

export const NO_PARENTS: Parents = { unique: new Map(), ambiguous: new Set() };

/**
 * Read the parents of members from all entries.
 * @param wanted identities of members; absent: all members
 * Cost: one aggregation by both levels, and a step for each of its cells.
 * @throws TooManyCells
 */
export async function readParents(
  reader: Reader,
  { child, parent }: LevelPair,
  bounds: Bounds,
  wanted?: readonly (string | number)[],
): Promise<Parents> {
  const filters = wanted ? [filterClause({ on: "value", target: child, value: { is: "one of", values: wanted } })] : [];
  const { cells } = await reader.aggregate({
    filters,
    keys: [child, parent],
    measures: [],
    order: [
      { by: "key", key: 0, attribute: child.attribute, descending: false },
      { by: "key", key: 1, attribute: parent.attribute ?? parent.dimension.identity, descending: false },
    ],
    first: 0,
    limit: Math.min(bounds.maxCells, Number.MAX_SAFE_INTEGER),
  });
  const unique = new Map<string | number, Parent>();
  const ambiguous = new Set<string | number>();
  let last: Value = null;
  for await (const { length, keys } of cells) {
    throwIfCancelled(bounds);
    // The first column is that of an attribute.
    const [members, parents] = keys as [readonly Value[], readonly (Parent | null)[]];
    for (let row = 0; row < length; row++) {
      const member = members[row]!;
      if (member === null) continue;
      const found = parents[row] ?? null;
      if (member === last) ambiguous.add(member);
      else if (found !== null) unique.set(member, found);
      last = member;
    }
  }
  for (const member of ambiguous) unique.delete(member);
  return { unique, ambiguous };
}
