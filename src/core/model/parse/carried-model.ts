import type { Model, ModelDocument } from "../cube.js";
import { DESCRIBING_KEYS } from "./alike-models.js";
import { parseLoadedModel } from "./parse-stored.js";

/** A model for another thread, which parses what many models have in common once. */
export interface CarriedModel {
  /** The file of this model or of one that is alike, as JSON text: the models of many towns have one. */
  readonly like: string;
  /** `dataset` of its own file. */
  readonly dataset: ModelDocument["dataset"];
}

/** Files as JSON text, by what alike models share. */
const texts = new WeakMap<object, { readonly document: ModelDocument; readonly like: string }>();

/** Make a model ready for another thread. It shares the text of those that were parsed as alike. */
export function carryModel({ document }: Pick<Model, "document">): CarriedModel {
  const { dataset, mapping } = document;
  const known = texts.get(mapping);
  if (known && areAlike(known.document, document)) return { like: known.like, dataset };
  const like = JSON.stringify(document);
  texts.set(mapping, { document, like });
  return { like, dataset };
}

/** True if two files differ only in what describes the dataset. */
function areAlike(one: ModelDocument, other: ModelDocument): boolean {
  if (one === other) return true;
  const names = Object.keys(one) as (keyof ModelDocument)[];
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => name === "dataset" || one[name] === other[name]) &&
    othersOf(one) === othersOf(other)
  );
}

function othersOf({ dataset }: ModelDocument): string {
  return JSON.stringify(Object.entries(dataset).filter(([key]) => !DESCRIBING_KEYS.has(key)));
}

/** Return the file of a carried model. */
export function readCarriedFile({ like, dataset }: CarriedModel): ModelDocument {
  return { ...(JSON.parse(like) as ModelDocument), dataset };
}

/** Parse a carried model. */
export function parseCarriedModel(carried: CarriedModel): Model {
  return parseLoadedModel(readCarriedFile(carried)).model;
}
