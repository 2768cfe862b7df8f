import type { Bounds } from "../../../core/engine/bounds.js";
import type { AggregateResult } from "../../../core/engine/engine.js";
import type { BoundAggregate } from "../../../core/query/aggregate/bind.js";
import { isOwnAttribute } from "../../../core/query/aggregate/parent-levels.js";
import type { FilledLevel, OpenVersion, ParentMaps } from "../../../core/engine/parent-maps.js";
import { NO_PARENTS } from "../../../core/engine/read-parents.js";
import { planValue, readCellPlace } from "./cell-places.js";

/** Read the parents that the cells of an aggregation show. */
export async function fillLevels(
  maps: ParentMaps,
  version: OpenVersion,
  { levels, query }: BoundAggregate,
  { cells }: AggregateResult,
  bounds: Bounds,
): Promise<readonly FilledLevel[]> {
  const filled: FilledLevel[] = [];
  for (const level of levels) {
    const read = readCellPlace(planValue(query, level.key, level.child.attribute));
    const listWanted = async (): Promise<Iterable<string | number | null>> => {
      const wanted = new Set<string | number | null>();
      for await (const batch of cells) {
        for (let row = 0; row < batch.length; row++) wanted.add(read(batch, row) as string | number | null);
      }
      return wanted;
    };
    const parents = isOwnAttribute(level) ? NO_PARENTS : await maps.find(version, level, bounds, listWanted);
    filled.push({ ...level, parents });
  }
  return filled;
}
