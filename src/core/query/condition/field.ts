import { phraseText } from "../../errors/phrase-text.js";
import { errorText } from "../../errors/error-text.js";
import type { Attribute, Dimension, Measure, Model } from "../../model/cube.js";
import { didYouMean, joinKnown } from "../../model/nearest.js";
import { findReference, referenceNames } from "../../model/references.js";

/** A field that a search, a filter or a facet may name. */
export type SearchField =
  | { readonly is: "dataset" }
  | { readonly is: "id" }
  | { readonly is: "measure"; readonly measure: Measure }
  | AttributeField;

export interface AttributeField {
  readonly is: "attribute";
  readonly dimension: Dimension;
  readonly attribute: Attribute;
  /** True for a compound dimension, false for one of its attributes. */
  readonly whole: boolean;
}

/** Find a field of a model. A compound dimension means its `name`. @returns `null` if the model has no such field */
export function findField(model: Model, name: string): SearchField | null {
  if (name === "dataset" || name === "id") return { is: name };
  const measure = model.measures.find((each) => each.name === name);
  if (measure) return { is: "measure", measure };
  const found = findReference(model, name);
  if (!found) return null;
  const { dimension, attribute } = found;
  const whole = dimension.kind === "compound" && attribute === null;
  return { is: "attribute", dimension, attribute: attribute ?? dimension.identity, whole };
}

/** Return the normalised name of a field, the same for all its aliases. */
export function fieldKey(field: SearchField): string {
  if (field.is === "measure") return field.measure.name;
  return field.is === "attribute" ? `${field.dimension.name}.${field.attribute.name}` : field.is;
}

/** True if values are compared as a whole: the `name` that identifies members of compound and date dimensions. */
export function isName({ dimension, attribute }: AttributeField): boolean {
  return dimension.kind !== "attribute" && attribute === dimension.identity;
}

/**
 * Write a message about a field that no model has.
 * @param others further valid names, besides the fields of models
 */
export function explainUnknownField(models: readonly Model[], name: string, others = ["dataset", "id"]): string {
  const fields = models.flatMap((model) => [...model.measures.map((each) => each.name), ...referenceNames(model)]);
  const known = [...others, ...fields];
  return errorText("unknown_search_field", { field: name, remedy: didYouMean(name, known) });
}

/** Write a message about the name of a dataset that no searched one has. */
export function explainUnknownDataset(models: readonly Model[], name: string): string {
  const known = models.map(({ dataset }) => dataset.name);
  return errorText("no_dataset_called", { name, remedy: didYouMean(name, known) });
}

/** Write the error of a field that no model has: similar fields, or if there are none those that models have. */
export function refuseField(models: readonly Model[], name: string, others?: string[]): string {
  const sentence = explainUnknownField(models, name, others);
  if (sentence.endsWith("?")) return sentence;
  const names = models.flatMap(({ dimensions, measures }) => [...dimensions, ...measures].map((each) => each.name));
  const known = [...new Set([...(others ?? ["dataset", "id"]), ...names])];
  return sentence + phraseText("known", { known: joinKnown(known) });
}
