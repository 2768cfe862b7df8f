import type { Attribute, Dimension, Model } from "../../model/cube.js";
import { bindReference, type Reference } from "../reference.js";

/** An attribute and its full reference, under which answers have its values. */
export interface AttributeReferred {
  /** `dimension.attribute`. */
  readonly ref: string;
  readonly dimension: Dimension;
  readonly attribute: Attribute;
}

/** List the attributes that a reference means: one, or all of a dimension. */
export function listAttributes({ dimension, attribute }: Omit<Reference, "place">): readonly AttributeReferred[] {
  const attributes = attribute ? [attribute] : dimension.attributes;
  return attributes.map((each) => ({ ref: referTo(dimension, each), dimension, attribute: each }));
}

/** Write the full reference of an attribute. */
export function referTo(dimension: Pick<Dimension, "name">, attribute: Pick<Attribute, "name">): string {
  return `${dimension.name}.${attribute.name}`;
}

/** Find the attribute that a criterion names; a dimension means its key. @returns it, or an error message */
export function bindAttributeOf(model: Model, text: string): AttributeReferred | string {
  const reference = bindReference(model, text);
  if (typeof reference === "string") return reference;
  const { dimension } = reference;
  const attribute = reference.attribute ?? dimension.identity;
  return { ref: referTo(dimension, attribute), dimension, attribute };
}

/** Keep the first of all columns with one reference. */
export function distinctColumns<C extends { readonly ref: string }>(columns: readonly C[]): readonly C[] {
  const seen = new Map<string, C>();
  for (const column of columns) if (!seen.has(column.ref)) seen.set(column.ref, column);
  return [...seen.values()];
}
