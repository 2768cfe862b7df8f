import type { Attribute, Dimension } from "../../model/cube.js";
import type { Condition } from "../../query/condition/condition.js";

/** A condition about the values of one dimension: its members tell which entries meet it. */
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

/** Tell conditions that members answer from all others. Cost: a look at each clause. */
export function splitFilters(filters: readonly Condition[]): SplitFilters {
  const cuts: MemberCondition[] = [];
  const others: Condition[] = [];
  for (const filter of filters) addFilter(filter, cuts, others);
  return { cuts, others };
}

function addFilter(condition: Condition, cuts: MemberCondition[], others: Condition[]): void {
  const attributes = new Set<Attribute>();
  const dimension = findDimension(condition, attributes);
  if (dimension) cuts.push({ dimension, attributes: [...attributes], condition });
  else if (condition.is === "all") for (const part of condition.of) addFilter(part, cuts, others);
  else others.push(condition);
}

/** The dimension whose values a condition is about, and nothing else; `null` for any other. */
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
