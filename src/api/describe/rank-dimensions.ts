import { withReader } from "../../engine/with-reader.js";
import type { Dimension } from "../../model/cube.js";
import type { Dataset } from "../../store/dataset.js";
import { type Context, queryBounds } from "../context.js";

/** A dimension and the number of its members. */
export interface CountedDimension {
  readonly dimension: Dimension;
  readonly numMembers: number;
}

/** Fewer members tell entries apart even where there are few entries. */
const FEW = 100;

export async function countDimensions(
  context: Context,
  { model, engine }: Dataset,
): Promise<readonly CountedDimension[]> {
  return withReader(engine, queryBounds(context), (reader) =>
    Promise.all(
      model.dimensions.map(async (dimension) => ({ dimension, numMembers: await reader.countMembers(dimension) })),
    ),
  );
}

/**
 * The dimensions that an amount is worth splitting by, the best first: those that the model calls facets, then compound
 * ones. Dates are left out, and so is what all entries have in common or what tells nearly every entry from all others.
 */
export function rankDimensions(counted: readonly CountedDimension[], { engine }: Dataset): readonly Dimension[] {
  const most = Math.max(FEW, engine.numEntries / 3);
  return counted
    .filter(({ dimension, numMembers }) => dimension.kind !== "date" && numMembers > 1 && numMembers <= most)
    .map(({ dimension }) => dimension)
    .toSorted((a, b) => rank(b) - rank(a));
}

function rank({ facet, kind }: Dimension): number {
  return (facet ? 2 : 0) + (kind === "compound" ? 1 : 0);
}
