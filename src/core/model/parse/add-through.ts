import { InvalidModel } from "../../errors/errors.js";
import type { Dimension, Model, Through } from "../cube.js";
import { parseLoadedModel } from "./parse-stored.js";

/** A dimension that goes through a crosswalk, to be added to a model. */
export interface AddedThrough extends Through {
  /** Reference to the dimension or attribute that it is derived from. */
  readonly from: string;
}

/** Return the name of a dimension that goes through a crosswalk to a dimension of it, or to an attribute of one. */
export function throughName({ to }: Pick<Through, "to">): string {
  return to.split(".", 1)[0]!;
}

/** Add a dimension that goes through a crosswalk to a model that was loaded; `null` if the model cannot have it. */
export function addThrough(model: Model, { from, dataset, to }: AddedThrough): Model | null {
  const name = throughName({ to });
  if (model.fields.some((field) => field.name === name)) return null;
  const { document } = model;
  const field = { type: "derived", label: name, description: "", from, through: dataset, to };
  try {
    const added = parseLoadedModel({ ...document, mapping: { ...document.mapping, [name]: field } }).model;
    return { ...added, layout: model.layout };
  } catch (error) {
    if (error instanceof InvalidModel) return null;
    throw error;
  }
}

/**
 * Find the dimension of a dataset that a crosswalk translates: the only one that has the name, else the taxonomy, of
 * one of its dimensions. `null` if there is none, or several.
 */
export function findTranslated(model: Model, crosswalk: Model, to: string): Dimension | null {
  const target = throughName({ to });
  const sources = crosswalk.dimensions.filter(({ name, kind }) => name !== target && kind !== "date");
  const own = model.dimensions.filter(({ kind, derivation }) => kind !== "date" && !derivation);
  const named = own.filter((each) => sources.some(({ name }) => name === each.name));
  const alike = own.filter((each) => sources.some(({ taxonomy }) => taxonomy === each.taxonomy));
  return [named, alike].find(({ length }) => length === 1)?.[0] ?? null;
}
