import assert from "node:assert/strict";
import { InvalidModel } from "#src/core/errors/errors.js";
import type { Dimension, Model } from "#src/core/model/cube.js";
import { parseModel } from "#src/core/model/parse/parse.js";

/** A JSON object that tests may change. */
// Tests write into it at any depth, on purpose also what no type allows.
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

/** A small valid model. */
export function sampleModel(): Json {
  return {
    dataset: {
      name: "city",
      label: "City budget",
      description: "What the city spends, on what and where: an invented budget.",
      currency: "EUR",
    },
    mapping: {
      amount: { type: "measure", datatype: "float", column: "Amount" },
      time: { type: "date", datatype: "date", column: "Year" },
      number: { type: "attribute", datatype: "string", column: "No", key: true },
      to: { type: "compound", attributes: { name: { column: "Payee", datatype: "id" }, label: { column: "Payee" } } },
    },
    views: [{ name: "default", label: "By payee", entity: "dataset", dimension: "dataset", drilldown: "to" }],
  };
}

/** Return the sample after a change. */
export function changed(change: (json: Json) => void): Json {
  const json = sampleModel();
  change(json);
  return json;
}

export function modelOf(json: unknown): Model {
  return parseModel(json).model;
}

/** Return the errors of a model. */
export function errorsOf(json: unknown): readonly string[] {
  try {
    parseModel(json);
    return [];
  } catch (error) {
    if (error instanceof InvalidModel) return error.errors;
    throw error;
  }
}

/** Return a dimension of the model. */
export function dimension(model: Model, name: string): Dimension {
  const found = model.dimensions.find((candidate) => candidate.name === name);
  assert.ok(found, name);
  return found;
}

/** Return the sample with one more field. */
export function withField(name: string, definition: Json): Model {
  return modelOf(changed((m) => (m.mapping[name] = definition)));
}
