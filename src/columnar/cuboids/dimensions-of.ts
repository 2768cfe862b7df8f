import type { AggregateQuery } from "../../query/aggregate.js";
import type { Condition } from "../../query/search/condition.js";

/**
 * The positions of the dimensions that a query tells entries apart by, attributes counted as their dimension; `null`
 * where it asks for more of an entry than its members, or may do so.
 */
export function dimensionsOf({ cuts, keys, filters = [] }: AggregateQuery): readonly number[] | null {
  if (!filters.every(holdsAlways)) return null;
  return [...new Set([...cuts, ...keys].map(({ dimension }) => dimension.index))];
}

function holdsAlways(condition: Condition): boolean {
  return condition.is === "all" && condition.of.every(holdsAlways);
}
