import type { Model } from "../../../core/model/cube.js";

/** Return the names of the dimensions that the model's facets and views use. */
export function namedDimensions({ dimensions, views }: Model): ReadonlySet<string> {
  const facets = dimensions.filter(({ facet, attributes }) => facet || attributes.some((each) => each.facet));
  const references = views.flatMap(({ dimension, drilldown, cuts }) => [
    dimension,
    drilldown ?? dimension,
    ...cuts.keys(),
  ]);
  return new Set([...facets.map(({ name }) => name), ...references.map((reference) => reference.split(".")[0]!)]);
}
