import { ANONYMOUS } from "../../../access/actor.js";
import { withReader } from "../../../core/engine/with-reader.js";
import type { Dimension } from "../../../core/model/cube.js";
import type { Dataset } from "../../../store/dataset.js";
import { type Context, queryBounds } from "../../context.js";

/** A dimension and the number of its members. */
export interface CountedDimension {
  readonly dimension: Dimension;
  readonly numMembers: number;
}

/** Number of members up to which a dimension is worth splitting by, even in a dataset with few entries. */
const FEW = 100;

export async function countDimensions(context: Context, dataset: Dataset): Promise<readonly CountedDimension[]> {
  return withReader(dataset, queryBounds(context, ANONYMOUS), (reader) =>
    Promise.all(
      dataset.model.dimensions.map(async (dimension) => ({
        dimension,
        numMembers: await reader.countMembers(dimension),
      })),
    ),
  );
}

/**
 * Rank the dimensions that an amount is worth splitting by, the best first: the model's facets, then compound
 * dimensions. Excludes dates, dimensions with a single member, and dimensions that are nearly unique for each entry.
 */
export function rankDimensions(counted: readonly CountedDimension[], { engine }: Dataset): readonly Dimension[] {
  const maxMembers = Math.max(FEW, engine.numEntries / 3);
  return counted
    .filter(({ dimension, numMembers }) => dimension.kind !== "date" && numMembers > 1 && numMembers <= maxMembers)
    .map(({ dimension }) => dimension)
    .toSorted((a, b) => rank(b) - rank(a));
}

/** True if sums over the members of a dimension have a meaning. */
export function isAdditive({ meaning }: Dimension): boolean {
  return meaning?.additive !== false;
}

function rank({ facet, kind }: Dimension): number {
  return (facet ? 2 : 0) + (kind === "compound" ? 1 : 0);
}
