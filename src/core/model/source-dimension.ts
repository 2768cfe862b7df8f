import { makeDerivedAttributes } from "./derived-attributes.js";
import type { Dimension, Model } from "./cube.js";

/** Name of the dimension whose members are the sources of entries. No model may have a field of this name. */
export const SOURCE_DIMENSION = "source";

/**
 * Add the dimension whose members are the sources of entries, each with its id as name. It is not a field of the model:
 * entries are written without it.
 * @param sources labels by id
 */
export function withSourceDimension(model: Model, sources: ReadonlyMap<number, string>): Model {
  const { dimensions } = model;
  const dimension: Dimension = {
    ...makeDerivedAttributes(SOURCE_DIMENSION, true, false),
    name: SOURCE_DIMENSION,
    label: "Source",
    description: "The file that an entry was read from",
    index: dimensions.length,
    key: false,
    facet: false,
    taxonomy: SOURCE_DIMENSION,
    sources,
  };
  return { ...model, dimensions: [...dimensions, dimension] };
}
