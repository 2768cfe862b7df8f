import { test } from "node:test";
import * as fc from "fast-check";
import { errorsOf, sampleModel, type Json } from "./sample-model.js";

const NAMES = [
  "dataset",
  "mapping",
  "views",
  "attributes",
  "fields",
  "name",
  "label",
  "type",
  "column",
  "datatype",
  "constant",
  "default_value",
  "format",
  "decimal",
  "thousands",
  "key",
  "entry_key",
  "licence",
  "languages",
  "cuts",
  "filters",
  "drilldown",
  "__proto__",
  "constructor",
  "toString",
];

/** List the paths of all values in a model. */
function placesOf(json: Json, path: string[] = []): string[][] {
  if (typeof json !== "object" || json === null) return [path];
  return [path, ...Object.keys(json).flatMap((key) => placesOf(json[key], [...path, key]))];
}

function replaced(json: Json, path: readonly string[], value: Json): Json {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const copy = Array.isArray(json) ? [...json] : { ...json };
  Object.defineProperty(copy, key, {
    value: replaced(json?.[key], rest, value),
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return copy;
}

test("random JSON is refused with errors and nothing else", () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 6 }), (json) => void errorsOf(json)));
});

test("random objects with the keys of models are refused with errors and nothing else", () => {
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom<Json>(null, 1, "", "date", "measure", "x", true),
      fc.array(tie("tree"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...NAMES), tie("tree"), { maxKeys: 6 }),
    ),
  }));
  fc.assert(
    fc.property(fc.record({ dataset: tree, mapping: tree, views: tree }), (json) => void errorsOf(json)),
    { numRuns: 500 },
  );
});

test("a valid model with anything in any place is read or refused with errors", () => {
  const places = placesOf({
    ...sampleModel(),
    views: [{ ...sampleModel().views[0], cuts: { to: ["x"] }, filters: { name: "y" } }],
  });
  const mutation = fc.tuple(
    fc.constantFrom(...places),
    fc.oneof(fc.constantFrom<Json>(undefined, null, 0, "", [], {}, [[]], [null], { name: 1 }), fc.jsonValue()),
  );
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 3 }), (mutations) => {
      let json = sampleModel();
      for (const [path, value] of mutations) json = replaced(json, path, value);
      errorsOf(json);
    }),
    { numRuns: 1000 },
  );
});
