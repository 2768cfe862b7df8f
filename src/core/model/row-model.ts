import { DATE_ATTRIBUTES, type Dimension, type Field, type Model } from "./cube.js";

/**
 * Return the part of a model that is stored for each row: all but derived dimensions, the rules of calendars and labels
 * by names of members, which touch no rows.
 */
export function rowModel(model: Model): Model {
  if (!isView(model)) return model;
  const dimensions = model.dimensions.filter(isStored).map(storedPart);
  const fields = model.fields.flatMap((field): readonly Field[] => {
    if (field.kind === "measure") return [field];
    return isDerivedDimension(field) ? [] : [dimensions[field.index]!];
  });
  return { ...model, dimensions, fields };
}

/** True if a model has more than what is stored for each row. */
export function isView({ dimensions }: Model): boolean {
  return dimensions.some((dimension) => !isStored(dimension) || dimension.calendar || hasLabels(dimension));
}

/** True for a dimension that is read from rows. */
function isStored(dimension: Dimension): boolean {
  return !isDerivedDimension(dimension) && !dimension.sources;
}

/** True for a derived dimension. */
export function isDerivedDimension(field: Field): boolean {
  return field.kind !== "measure" && field.derivation !== undefined;
}

/** True for a dimension with labels that the model file gives by names of members. */
function hasLabels({ unlisted = [] }: Dimension): boolean {
  return unlisted.some(({ labels }) => labels);
}

function storedPart(dimension: Dimension): Dimension {
  if (hasLabels(dimension)) {
    const { unlisted: _, ...stored } = dimension;
    return stored;
  }
  if (!dimension.calendar) return dimension;
  const { calendar: _, unlisted = [], ...stored } = dimension;
  const first = DATE_ATTRIBUTES.length;
  return {
    ...stored,
    attributes: stored.attributes.slice(0, first),
    unlisted: unlisted.map((each, at) => ({ ...each, index: first + at })),
  };
}
