import type { Attribute, Dimension } from "../../../core/model/cube.js";
import { isComputed } from "../../../core/model/calendar-rules.js";
import type { Key } from "../../../core/query/aggregate/query.js";
import type { SplitFilters } from "../select/split-filters.js";
import type { ColumnarTable } from "../table/table.js";
import { type GroupingPart, type GroupingSet, uniteParts } from "./grouping-set.js";

/** Dimensions with more members are grouped by members, not by attributes: sorting their values takes too long. */
const MAX_MEMBERS = 2 ** 14;

/**
 * Return the grouping set that answers a query: the attributes of its keys and of its cuts. `null` if the query needs
 * more of an entry than its members, or if it may.
 */
export function groupingOfQuery(
  { dimensions }: Pick<ColumnarTable, "dimensions">,
  keys: readonly Key[],
  { cuts, others }: SplitFilters,
): GroupingSet | null {
  const named = [...cuts, ...keys].map(({ dimension }) => dimension);
  if (others.length > 0 || named.some(({ sources }) => sources)) return null;
  return uniteParts([
    ...cuts.flatMap(({ dimension, attributes }) => attributes.map((attribute) => partOf(dimension, attribute))),
    ...keys.map(({ dimension, attribute }) => partOf(dimension, attribute)),
  ]);

  function partOf(dimension: Dimension, attribute: Attribute | null): GroupingPart {
    const { derivation } = dimension;
    if (derivation) return partOf(derivation.from.dimension, derivation.from.attribute);
    const { attributes } = dimensions[dimension.index]!;
    const isMember =
      attribute === null || attribute.index === dimension.identity.index || attributes[0]!.length > MAX_MEMBERS;
    // Rollups have stored attributes only.
    const isWhole = isMember || isComputed(dimension, attribute);
    return { dimension: dimension.index, attributes: isWhole ? null : [attribute.index] };
  }
}
