import type { Attribute, Dimension } from "../../model/cube.js";
import type { Key } from "../../query/aggregate/query.js";
import type { SplitFilters } from "../select/split-filters.js";
import type { ColumnarTable } from "../table/table.js";
import { type GroupingPart, type GroupingSet, uniteParts } from "./grouping-set.js";

/** Attributes of more members are not told apart from them: to put their values in order takes too long. */
const MOST_MEMBERS = 2 ** 14;

/**
 * What a query tells entries apart by; `null` where it asks for more of an entry than its members, or may do so.
 * A cut is by what its attributes tell apart, like a key.
 */
export function groupingOfQuery(
  { dimensions }: Pick<ColumnarTable, "dimensions">,
  keys: readonly Key[],
  { cuts, others }: SplitFilters,
): GroupingSet | null {
  if (others.length > 0) return null;
  return uniteParts([
    ...cuts.flatMap(({ dimension, attributes }) => attributes.map((attribute) => partOf(dimension, attribute))),
    ...keys.map(({ dimension, attribute }) => partOf(dimension, attribute)),
  ]);

  function partOf(dimension: Dimension, attribute: Attribute | null): GroupingPart {
    const { attributes } = dimensions[dimension.index]!;
    const isMember =
      attribute === null || attribute.index === dimension.identity.index || attributes[0]!.length > MOST_MEMBERS;
    return { dimension: dimension.index, attributes: isMember ? null : [attribute.index] };
  }
}
