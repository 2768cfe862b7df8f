import type { Model } from "../../../core/model/cube.js";
import type { ColumnarTable } from "../table/table.js";
import type { QueryCount } from "./query-statistics.js";
import { type GroupingPart, type GroupingSet, uniteParts } from "./grouping-set.js";

type Version = Pick<ColumnarTable, "model" | "rows">;

/**
 * Carry query counts from one version to the next, by the names of dimensions and attributes. Grouping sets that the
 * next version does not have are left out. Counts are halved, so that recent queries outweigh earlier ones.
 */
export function carryStatistics(from: Version, to: Version, requested: readonly QueryCount[]): readonly QueryCount[] {
  return requested.flatMap(({ grouping, asks, entries }) => {
    const carried = carryGrouping(from.model, to.model, grouping);
    const half = Math.floor(asks / 2);
    if (!carried || half === 0) return [];
    const share = from.rows === 0 ? 1 : Math.min(1, entries / from.rows);
    return [{ grouping: carried, asks: half, entries: Math.round(share * to.rows) }];
  });
}

/** Return the same grouping set in another model; `null` if that lacks a dimension or an attribute. */
function carryGrouping(from: Model, to: Model, grouping: GroupingSet): GroupingSet | null {
  const parts: GroupingPart[] = [];
  for (const { dimension, attributes } of grouping) {
    const before = from.dimensions[dimension]!;
    const after = to.dimensions.find(({ name }) => name === before.name);
    const found = attributes?.map((at) =>
      after?.attributes.findIndex(({ name }) => name === before.attributes[at]!.name),
    );
    if (!after || found?.some((at) => at === undefined || at < 0)) return null;
    parts.push({ dimension: after.index, attributes: (found as number[] | undefined) ?? null });
  }
  return uniteParts(parts);
}
