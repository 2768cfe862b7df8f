import { phraseText } from "../errors/phrase-text.js";
import { errorText } from "../errors/error-text.js";
import type { Attribute, Dimension, Model } from "../model/cube.js";
import { didYouMean, joinKnown } from "../model/nearest.js";
import { findReference, listAliases } from "../model/references.js";

/** Place of a value in a cell: under `key`, or under `within` in the object at `key`. */
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
 * Find the dimension or attribute that a text names: `dimension`, `dimension.attribute` or an alias (`year`, `month`).
 * Every reference to an attribute dimension means its only attribute.
 * @returns the reference, or an error message that lists known names
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
  const unresolved = model.united?.unresolved;
  const reason = unresolved?.get(text) ?? unresolved?.get(name === "year" || name === "month" ? "time" : name);
  if (reason) return reason;
  const dimension = model.dimensions.find((each) => each.name === name);
  if (dimension && dot >= 0) {
    const known = dimension.attributes.map((each) => each.name);
    return errorText("unknown_attribute", { attribute: text, dimension: name, known: joinKnown(known) });
  }
  if (model.measures.some((each) => each.name === name)) {
    return errorText("measure_as_dimension", { measure: name });
  }
  const known = model.dimensions.map((each) => each.name);
  const aliases = dot < 0 ? listAliases(model) : [];
  return errorText("unknown_dimension", { dimension: name, remedy: suggest(name, known, aliases) });
}

/**
 * Build the end of an error message about an unknown name: similar known names, or those that there are if none is similar.
 * @param others names that are suggested, too, but not listed
 */
export function suggest(name: string, known: readonly string[], others: readonly string[] = []): string {
  return didYouMean(name, [...known, ...others]) || phraseText("known", { known: joinKnown(known) });
}
