import type { Attribute, Dimension, Measure, Model } from "./cube.js";
import { rowModel } from "./row-model.js";
import type { Value } from "./values/value.js";

/** The same part of two models. */
export interface Both<Part> {
  readonly before: Part;
  readonly after: Part;
}

export interface SharedDimension extends Both<Dimension> {
  readonly attributes: readonly Both<Attribute>[];
}

/** Fields that two models have in common. */
export interface SharedFields {
  readonly dimensions: readonly SharedDimension[];
  readonly measures: readonly Both<Measure>[];
}

/** List the fields of entries that two models have in common, by their names, in the order of the later model. */
export function shareFields(before: Model, after: Model): SharedFields {
  const [earlier, later] = [rowModel(before), rowModel(after)];
  return {
    dimensions: pair(earlier.dimensions, later.dimensions).map((both) => ({
      ...both,
      attributes: pair(both.before.attributes, both.after.attributes),
    })),
    measures: pair(earlier.measures, later.measures),
  };
}

/** True if two values are the same. A number is the same as its text, should the datatype have changed. */
export function isSameValue(before: Value | undefined, after: Value | undefined): boolean {
  return textOf(before) === textOf(after);
}

function textOf(value: Value | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

function pair<Part extends { readonly name: string }>(
  before: readonly Part[],
  after: readonly Part[],
): readonly Both<Part>[] {
  const known = new Map(before.map((part) => [part.name, part]));
  return after.flatMap((part) => {
    const same = known.get(part.name);
    return same ? [{ before: same, after: part }] : [];
  });
}
