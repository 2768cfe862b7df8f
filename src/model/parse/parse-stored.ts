import { InvalidModel } from "../../errors/errors.js";
import { type ParsedModel, parseModel } from "./parse.js";
import { isObject } from "./section.js";

/** Keys that earlier versions kept without reading them, whatever their values. */
const LATER = {
  model: ["notes", "hierarchies", "formulas"],
  dataset: ["table"],
  field: ["role", "order", "additive", "default", "phase", "fiscal_year", "precision"],
};

/**
 * Parse a model that was loaded before. What an earlier version accepted opens: keys that only later versions read are
 * left out if the model is wrong with them.
 * @throws InvalidModel with every error
 */
export function parseStoredModel(file: unknown): ParsedModel {
  try {
    return parseModel(file);
  } catch (error) {
    if (!(error instanceof InvalidModel) || !isObject(file)) throw error;
    return parseModel(withoutLater(file));
  }
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
