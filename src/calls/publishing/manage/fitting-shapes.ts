import type { Actor } from "../../../access/actor.js";
import { withReader } from "../../../core/engine/with-reader.js";
import type { ShapeLayer } from "../../../core/model/shape-layer.js";
import { type Context, queryBounds } from "../../context.js";
import { listReadable } from "../../reading/lookup/find-dataset.js";

/** A dimension whose members shapes may be of. */
export interface FittingDimension {
  readonly dataset: string;
  readonly dimension: string;
  /** Number of its members, and of those that have a shape. */
  readonly numMembers: number;
  readonly numKnown: number;
}

/** Maximum number of dimensions that are looked at, and of members of each. */
const MAX_DIMENSIONS = 20;
const MAX_MEMBERS = 2000;

/** Count the members of dimensions that shapes are of: of those of their taxonomy, or of places if they have none. */
export async function countFitting(
  context: Context,
  actor: Actor,
  { taxonomy, shapes }: Pick<ShapeLayer, "taxonomy" | "shapes">,
): Promise<readonly FittingDimension[]> {
  const ids = new Set(shapes.flatMap(({ id }) => id ?? []));
  const bounds = queryBounds(context, actor);
  const wanted = listReadable(context, actor)
    .flatMap((dataset) =>
      dataset.model.dimensions
        .filter((each) => (taxonomy === null ? each.meaning?.role === "geography" : each.taxonomy === taxonomy))
        .map((dimension) => ({ dataset, dimension })),
    )
    .slice(0, MAX_DIMENSIONS);
  const found: FittingDimension[] = [];
  for (const { dataset, dimension } of wanted) {
    const { identity } = dimension;
    const query = { dimension, attributes: [identity], prefix: "", filters: [], first: 0, limit: MAX_MEMBERS };
    const { members } = await withReader(dataset, bounds, (reader) => reader.distinct(query));
    const names = members.flatMap(({ values }) => values[identity.index] ?? []).map(String);
    found.push({
      dataset: dataset.model.dataset.label,
      dimension: dimension.label,
      numMembers: names.length,
      numKnown: names.filter((each) => ids.has(each)).length,
    });
  }
  return found.filter(({ numKnown }) => taxonomy !== null || numKnown > 0);
}
