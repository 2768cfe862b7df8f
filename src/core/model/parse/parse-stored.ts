import { InvalidModel } from "../../errors/errors.js";
import { type ParsedModel, parseModel } from "./parse.js";
import { isLaterReserved } from "./names.js";
import { isObject } from "./section.js";

/** Keys that earlier versions kept without reading them, whatever their values. */
const LATER = {
  model: ["notes", "hierarchies", "formulas", "references"],
  dataset: ["table", "doi", "publisher", "contact", "keywords", "themes", "frequency", "kind", "series"],
  field: ["role", "order", "additive", "default", "phase", "fiscal_year", "precision", "unit"],
};

/**
 * Parse a model that was loaded before. What an earlier version accepted opens: keys that only later versions read are
 * left out if the model is wrong with them.
 * @throws InvalidModel with every error
 */
export function parseStoredModel(file: unknown): ParsedModel {
  try {
    return parseLoadedModel(file);
  } catch (error) {
    if (!(error instanceof InvalidModel) || !isObject(file)) throw error;
    return parseLoadedModel(withoutLater(file));
  }
}

/**
 * Parse a model that was loaded, also under a name that is reserved now.
 * @throws InvalidModel with every error
 */
export function parseLoadedModel(file: unknown): ParsedModel {
  const { dataset } = isObject(file) ? file : {};
  const name = isObject(dataset) ? dataset["name"] : undefined;
  if (!isObject(dataset) || typeof name !== "string" || !isLaterReserved(name)) return parseModel(file, true);
  const parsed = parseModel({ ...(file as object), dataset: { ...dataset, name: "renamed" } }, true);
  const document = { ...parsed.model.document, dataset: { ...dataset, name } };
  return { ...parsed, model: { ...parsed.model, document, dataset: { ...parsed.model.dataset, name } } };
}

function withoutLater(file: Record<string, unknown>): unknown {
  const { dataset, mapping } = file;
  const fields = isObject(mapping)
    ? Object.entries(mapping).map(([name, field]) => [name, isObject(field) ? without(field, LATER.field) : field])
    : [];
  const metadata = isObject(dataset) ? without(dataset, LATER.dataset) : dataset;
  return { ...without(file, LATER.model), dataset: metadata, mapping: Object.fromEntries(fields) };
}

function without(section: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(section).filter(([key]) => !keys.includes(key)));
}
