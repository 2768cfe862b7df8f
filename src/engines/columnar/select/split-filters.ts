import type { Attribute, Dimension } from "../../../core/model/cube.js";
import type { Condition } from "../../../core/query/condition/condition.js";

/** A condition on the values of one dimension: an entry's member decides if the entry meets it. */
export interface MemberCondition {
  readonly dimension: Dimension;
  /** The attributes whose values it tests, each once; at least one. */
  readonly attributes: readonly Attribute[];
  readonly condition: Condition;
}

/** Conditions that entries must all meet. */
export interface SplitFilters {
  /** Conditions that codes of members, posting lists and rollups answer. */
  readonly cuts: readonly MemberCondition[];
  /** Conditions that need more of an entry than its members, or members of several dimensions. */
  readonly others: readonly Condition[];
}

/**
 * Split filters into conditions on members and all others. Conditions on the same attribute become one. Cost: a step for
 * each clause.
 */
export function splitFilters(filters: readonly Condition[]): SplitFilters {
  const cuts: MemberCondition[] = [];
  const others: Condition[] = [];
  for (const filter of filters) addFilter(filter, cuts, others);
  return { cuts: joinCuts(cuts), others };
}

function joinCuts(cuts: readonly MemberCondition[]): readonly MemberCondition[] {
  const byAttributes = new Map<string, MemberCondition[]>();
  for (const cut of cuts) {
    const key = [cut.dimension.index, ...cut.attributes.map(({ index }) => index)].join();
    byAttributes.set(key, [...(byAttributes.get(key) ?? []), cut]);
  }
  return [...byAttributes.values()].map((same) => {
    const [first] = same as [MemberCondition];
    const condition: Condition = { is: "all", of: same.map((cut) => cut.condition) };
    return same.length === 1 ? first : { ...first, condition };
  });
}

function addFilter(condition: Condition, cuts: MemberCondition[], others: Condition[]): void {
  const attributes = new Set<Attribute>();
  const dimension = findDimension(condition, attributes);
  if (dimension) cuts.push({ dimension, attributes: [...attributes], condition });
  else if (condition.is === "all") for (const part of condition.of) addFilter(part, cuts, others);
  else others.push(condition);
}

/** Return the only dimension whose values a condition tests; `null` if it tests anything else. */
export function dimensionOf(condition: Condition): Dimension | null {
  return findDimension(condition, new Set());
}

/** Find the only dimension of a condition, and add the attributes that it tests. */
function findDimension(condition: Condition, attributes: Set<Attribute>): Dimension | null {
  switch (condition.is) {
    case "clause": {
      const { test } = condition;
      if (test.on !== "value") return null;
      attributes.add(test.target.attribute);
      return test.target.dimension;
    }
    case "not":
      return findDimension(condition.of, attributes);
    default: {
      const [first, ...rest] = condition.of.map((part) => findDimension(part, attributes));
      return first && rest.every((each) => each === first) ? first : null;
    }
  }
}
