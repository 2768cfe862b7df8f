import assert from "node:assert/strict";
import { test } from "node:test";
import type { Source } from "#src/core/model/cube.js";
import { changed, modelOf, type Json } from "./sample-model.js";

const FAULT = { error: "is empty and has no default_value" };

function sourceOf(name: string, definition: Json, attribute = 0): Source {
  const model = modelOf(changed((m) => (m.mapping[name] = definition)));
  const field = model.fields.find((candidate) => candidate.name === name);
  const source = field?.kind === "measure" ? field.source : field?.attributes[attribute]?.source;
  assert.ok(source);
  return source;
}

const attribute = (rest: Json) => ({ type: "attribute", column: "c", ...rest });

const CASES: [behaviour: string, name: string, definition: Json, empty: unknown][] = [
  ["text without a default is empty text", "x", attribute({}), ""],
  ["text with an empty default is empty text", "x", attribute({ default_value: "" }), ""],
  ["text with a default is the default as it is", "x", attribute({ default_value: " a " }), " a "],
  ["a default of white space is empty text", "x", attribute({ default_value: " \t" }), ""],
  ["an id without a default is an error", "x", attribute({ datatype: "id" }), FAULT],
  ["an id with an empty default is empty text", "x", attribute({ datatype: "id", default_value: "" }), ""],
  ["the default of an id becomes a slug", "x", attribute({ datatype: "id", default_value: "Not Given" }), "not-given"],
  ["a float without a default is the missing value", "x", attribute({ datatype: "float" }), null],
  [
    "a float with an empty default is the missing value",
    "x",
    attribute({ datatype: "float", default_value: "" }),
    null,
  ],
  [
    "the default of a float is a number",
    "x",
    attribute({ datatype: "float", default_value: "1.5" }),
    { unscaled: 15n, scale: 1 },
  ],
  [
    "a default may be a number of JSON",
    "x",
    attribute({ datatype: "float", default_value: 1.5, decimal: "," }),
    { unscaled: 15n, scale: 1 },
  ],
  ["a date without a default is the missing value", "x", attribute({ datatype: "date" }), null],
  ["a date dimension without a default is the missing value", "x", { type: "date", column: "c" }, null],
  ["a date with an empty default is the missing value", "x", { type: "date", column: "c", default_value: "" }, null],
  ["the default of a date is a date", "x", { type: "date", column: "c", default_value: "2012" }, "2012-01-01"],
  [
    "the default of a date is read in its format",
    "x",
    { type: "date", column: "c", format: "%d.%m.%Y", default_value: "2.3.2009" },
    "2009-03-02",
  ],
  ["a measure without a default is an error", "x", { type: "measure", column: "c" }, FAULT],
  ["a measure with an empty default is an error", "x", { type: "measure", column: "c", default_value: "" }, FAULT],
  [
    "the default of a measure is a number",
    "x",
    { type: "measure", column: "c", default_value: "0.0" },
    { unscaled: 0n, scale: 0 },
  ],
  ["time without a default is an error", "time", { type: "date", column: "c" }, FAULT],
  ["time with an empty default is an error", "time", { type: "date", column: "c", default_value: "" }, FAULT],
  ["time with a default is the default", "time", { type: "date", column: "c", default_value: "2012" }, "2012-01-01"],
  ["a key of text without a default is an error", "x", attribute({ key: true }), FAULT],
  ["a key of text with an empty default is empty text", "x", attribute({ key: true, default_value: "" }), ""],
  [
    "a key date with an empty default is an error",
    "x",
    { type: "date", column: "c", key: true, default_value: "" },
    FAULT,
  ],
  [
    "a key number with an empty default is an error",
    "x",
    attribute({ key: true, datatype: "float", default_value: "" }),
    FAULT,
  ],
  [
    "the name of a key dimension without a default is an error",
    "x",
    { key: true, attributes: { name: { column: "c" } } },
    FAULT,
  ],
  ["the name of another dimension is empty text", "x", { attributes: { name: { column: "c" } } }, ""],
];

for (const [behaviour, name, definition, empty] of CASES) {
  test(`empty cells: ${behaviour}`, () => assert.deepEqual(sourceOf(name, definition).empty, empty));
}

test("empty cells: other attributes of a key dimension follow their datatype", () => {
  const definition = { key: true, attributes: { name: { column: "c" }, label: { column: "d" } } };
  assert.equal(sourceOf("x", definition, 1).empty, "");
});

test("empty cells: a field named in entry_key is a key field", () => {
  const model = modelOf(
    changed((m) => {
      m.dataset.entry_key = ["x"];
      m.mapping.x = attribute({});
    }),
  );
  assert.deepEqual(model.dimensions.at(-1)?.identity.source?.empty, FAULT);
});
