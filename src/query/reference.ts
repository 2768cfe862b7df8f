import type { Attribute, Dimension, Model } from "../model/cube.js";
import { didYouMean } from "../model/nearest.js";
import { findReference } from "../model/references.js";

/** Where a cell holds a value: under `key`, or under `within` in the object at `key`. */
export interface ReferencePlace {
  readonly key: string;
  readonly within: string | null;
}

/** A named dimension or attribute. */
export interface Reference {
  readonly dimension: Dimension;
  /** `null` for a whole compound or date dimension. */
  readonly attribute: Attribute | null;
  readonly place: ReferencePlace;
}

/**
 * Find what `dimension`, `dimension.attribute` or an alias (`year`, `month`) names. An attribute dimension is its only
 * attribute, however it is written.
 * @returns the reference, or a sentence that says what is unknown and what is known
 */
export function bindReference(model: Model, text: string): Reference | string {
  const found = findReference(model, text);
  if (!found) return explainUnknown(model, text);
  const { dimension } = found;
  if (dimension.kind === "attribute") {
    return { dimension, attribute: dimension.identity, place: { key: dimension.name, within: null } };
  }
  const isAlias = found.attribute !== null && !text.includes(".");
  const place = isAlias
    ? { key: text, within: null }
    : { key: dimension.name, within: found.attribute && found.attribute.name };
  return { dimension, attribute: found.attribute, place };
}

function explainUnknown(model: Model, text: string): string {
  const dot = text.indexOf(".");
  const name = dot < 0 ? text : text.slice(0, dot);
  const dimension = model.dimensions.find((each) => each.name === name);
  if (dimension && dot >= 0) {
    const known = dimension.attributes.map((each) => each.name);
    return `Unknown attribute "${text}"; "${name}" has: ${known.join(", ")}`;
  }
  if (model.measures.some((each) => each.name === name)) {
    return `"${name}" is a measure; a dimension or an attribute of one is wanted here`;
  }
  const known = model.dimensions.map((each) => each.name);
  return `Unknown dimension "${name}"${suggest(name, known)}`;
}

/** The end of a sentence about an unknown name: the nearest known names, or all of them where none is near. */
export function suggest(name: string, known: readonly string[]): string {
  return didYouMean(name, known) || `; known are: ${known.join(", ")}`;
}
