import type { GroupingSet } from "#src/engines/columnar/rollups/grouping-set.js";

/** Return the grouping set of all members of some dimensions, given by their positions in the model. */
export function groupingOfMembers(dimensions: Iterable<number>): GroupingSet {
  return [...new Set(dimensions)].toSorted((a, b) => a - b).map((dimension) => ({ dimension, attributes: null }));
}
