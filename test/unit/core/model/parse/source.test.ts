import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, dimension, modelOf, withField, type Json } from "./sample-model.js";

const CONSTANTS: [definition: Json, constant: string, fixed: unknown][] = [
  [{ datatype: "constant", constant: "Society" }, "Society", "Society"],
  [{ datatype: "constant", constant: 12, column: "ignored" }, "12", "12"],
  [{ datatype: "constant", constant: true }, "true", "true"],
  [{ datatype: "constant", constant: "" }, "", ""],
  [{ constant: "x", column: null }, "x", "x"],
  [{ datatype: "id", constant: "The Public" }, "The Public", "the-public"],
  [{ datatype: "date", constant: 2009 }, "2009", "2009-01-01"],
  [{ datatype: "float", constant: "1,234.5" }, "1,234.5", { unscaled: 12345n, scale: 1 }],
  [{ datatype: "float", constant: 1.5, decimal: "," }, "1.5", { unscaled: 15n, scale: 1 }],
];

for (const [definition, constant, fixed] of CONSTANTS) {
  test(`the constant of ${JSON.stringify(definition)} is converted by its datatype`, () => {
    const source = dimension(withField("x", { type: "attribute", ...definition }), "x").identity.source;
    assert.deepEqual([source?.column, source?.constant, source?.fixed], [null, constant, fixed]);
  });
}

test("a column takes precedence over a constant", () => {
  const source = dimension(withField("x", { type: "attribute", column: "c", constant: "k" }), "x").identity.source;
  assert.deepEqual([source?.column, source?.constant], ["c", null]);
});

test("number formats apply to everything below, and inner ones take precedence", () => {
  const model = modelOf(
    changed((m) => {
      Object.assign(m.dataset, { decimal: ",", thousands: "." });
      m.mapping.a = { type: "measure", column: "a", decimal: "." };
      m.mapping.b = { type: "measure", column: "b", thousands: "'" };
      m.mapping.to.decimal = ".";
      m.mapping.to.attributes.x = { column: "x", datatype: "float" };
      m.mapping.to.attributes.y = { column: "y", datatype: "float", thousands: "." };
    }),
  );
  assert.deepEqual(
    model.measures.map(({ source }) => source.numbers),
    [
      { decimal: ",", thousands: "." },
      { decimal: ".", thousands: "," },
      { decimal: ",", thousands: "'" },
    ],
  );
  assert.deepEqual(
    dimension(model, "to")
      .attributes.slice(2)
      .map(({ source }) => source?.numbers),
    [
      { decimal: ".", thousands: "," },
      { decimal: ",", thousands: "." },
    ],
  );
});

test("a date keeps its format and other datatypes have none", () => {
  const model = modelOf(changed((m) => Object.assign(m.mapping.time, { format: "%d.%m.%Y" })));
  assert.equal(dimension(model, "time").identity.source?.format, "%d.%m.%Y");
  assert.equal(
    dimension(withField("x", { type: "attribute", column: "c", format: "free" }), "x").identity.source?.format,
    null,
  );
});
