import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Dimension, Model } from "#src/core/model/cube.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { SPENDING, spendingModel } from "../../../../fixtures.js";
import { testErrors } from "./error-table.js";

const DIRECTION = { type: "derived", from: "region", values: { N: "revenue", S: "expenditure" } };

function dimensionOf(model: Model, name: string): Dimension {
  return model.dimensions.find((each) => each.name === name)!;
}

describe("a derived dimension", () => {
  it("has plain values without labels, and members with a name and a label with them", () => {
    const model = spendingModel({
      direction: DIRECTION,
      area: { type: "derived", from: "cofog1", prefix: 1, labels: {} },
    });
    const kinds = ["direction", "area"].map((name) => {
      const { kind, attributes } = dimensionOf(model, name);
      return [kind, attributes.map((each) => each.name)];
    });
    assert.deepEqual(kinds, [
      ["attribute", ["direction"]],
      ["compound", ["name", "label"]],
    ]);
  });

  it("comes after all dimensions that are read from rows, and stands among the fields where the mapping has it", () => {
    const { mapping } = SPENDING;
    const { model } = parseModel({ ...SPENDING, mapping: { direction: DIRECTION, ...mapping } });
    assert.equal(model.dimensions.at(-1)!.name, "direction");
    assert.deepEqual(
      model.dimensions.map(({ index }) => index),
      [...model.dimensions.keys()],
    );
    assert.deepEqual(
      model.fields.map(({ name }) => name),
      ["direction", ...Object.keys(mapping)],
    );
  });

  it("may be derived from one that stands below it", () => {
    const model = spendingModel({
      top: { type: "derived", from: "area", prefix: 1 },
      area: { type: "derived", from: "cofog1.label", prefix: 2 },
    });
    assert.equal(dimensionOf(model, "top").derivation!.from.dimension, dimensionOf(model, "area"));
  });

  it("may be derived from a year by its short name", () => {
    const { from } = dimensionOf(
      spendingModel({ term: { type: "derived", from: "year", values: { 2009: "a" } } }),
      "term",
    ).derivation!;
    assert.deepEqual([from.dimension.name, from.attribute.name], ["time", "year"]);
  });

  it("compares numbers by size", () => {
    const { rule } = dimensionOf(
      spendingModel({ low: { type: "derived", from: "rate", values: { "7.0": "low" } } }),
      "low",
    ).derivation!;
    assert.deepEqual(rule, { by: "values", values: new Map([[7, "low"]]) });
  });

  it("is no part of the key, whatever else is", () => {
    const { key } = spendingModel({ direction: DIRECTION });
    assert.deepEqual(
      key.map(({ name }) => name),
      ["invoice"],
    );
  });
});

/** One that fits the sample model. */
const NUMBERED = { ...DIRECTION, from: "number" };
const RATE = { type: "attribute", column: "Rate", datatype: "float" };

testErrors([
  [
    "a derived dimension without from",
    (m) => (m.mapping.direction = { type: "derived", values: { a: "b" } }),
    /^mapping\.direction\.from: is missing; write the dimension or dimension\.attribute to derive it from$/,
  ],
  [
    "a derived dimension from an unknown field",
    (m) => (m.mapping.direction = { ...NUMBERED, from: "numbre" }),
    /^mapping\.direction\.from: "numbre" is not a dimension or attribute; did you mean "number"\?$/,
  ],
  [
    "a derived dimension from a measure",
    (m) => (m.mapping.direction = { ...NUMBERED, from: "amount" }),
    /^mapping\.direction\.from: "amount" is a measure; write a dimension, or dimension\.attribute$/,
  ],
  [
    "dimensions that are derived from one another",
    (m) => Object.assign(m.mapping, { a: { ...NUMBERED, from: "b" }, b: { ...NUMBERED, from: "a" } }),
    /^mapping\.b\.from: is a circle: a from b from a; derive one of them from a dimension of the file$/,
  ],
  [
    "a dimension that is derived from itself",
    (m) => (m.mapping.a = { ...NUMBERED, from: "a" }),
    /^mapping\.a\.from: is a circle: a from a;/,
  ],
  [
    "a derived dimension without a rule",
    (m) => (m.mapping.direction = { type: "derived", from: "number" }),
    /^mapping\.direction: is a derived dimension without a rule; write "values": /,
  ],
  [
    "a derived dimension with two rules",
    (m) => (m.mapping.direction = { ...NUMBERED, prefix: 1 }),
    /^mapping\.direction: has both values and prefix; write /,
  ],
  [
    "a crosswalk without a target",
    (m) => (m.mapping.zone = { type: "derived", from: "number", through: "zones" }),
    /^mapping\.zone\.to: is missing; write the dimension of "zones" to translate to$/,
  ],
  [
    "a crosswalk that is not a name of a dataset",
    (m) => (m.mapping.zone = { type: "derived", from: "number", through: "the zones", to: "zone" }),
    /^mapping\.zone\.through: "the zones" may contain only the letters A to Z, digits, - and _$/,
  ],
  [
    "a dataset as its own crosswalk",
    (m) => (m.mapping.zone = { type: "derived", from: "number", through: "city", to: "zone" }),
    /^mapping\.zone\.through: "city" is this dataset; write the name of another one$/,
  ],
  [
    "a member that is not a text",
    (m) => (m.mapping.direction = { ...NUMBERED, values: { a: ["b"] } }),
    /^mapping\.direction\.values\.a: a list must be the name of a member$/,
  ],
  [
    "a member without a name",
    (m) => (m.mapping.direction = { ...NUMBERED, values: { a: " " } }),
    /^mapping\.direction\.values\.a: " " must be the name of a member$/,
  ],
  [
    "no values",
    (m) => (m.mapping.direction = { ...NUMBERED, values: {} }),
    /^mapping\.direction\.values: is empty; write/,
  ],
  [
    "values of numbers that are none",
    (m) => Object.assign(m.mapping, { rate: RATE, direction: { ...NUMBERED, from: "rate", values: { high: "a" } } }),
    /^mapping\.direction\.values\.high: "rate" has numbers, and "high" is not one$/,
  ],
  [
    "a prefix of no characters",
    (m) => (m.mapping.area = { type: "derived", from: "number", prefix: 0 }),
    /^mapping\.area\.prefix: 0 must be a number of characters, such as 1$/,
  ],
  [
    "a prefix of numbers",
    (m) => Object.assign(m.mapping, { rate: RATE, area: { type: "derived", from: "rate", prefix: 1 } }),
    /^mapping\.area\.prefix: "rate" has numbers; a prefix is the beginning of a text$/,
  ],
  [
    "a label that is not a text",
    (m) => (m.mapping.area = { type: "derived", from: "number", prefix: 1, labels: { a: {} } }),
    /^mapping\.area\.labels\.a: an object must be a label$/,
  ],
  [
    "a derived dimension as part of the key",
    (m) => (m.mapping.direction = { ...NUMBERED, key: true }),
    /^mapping\.direction\.key: a derived dimension is never part of the key/,
  ],
  [
    "a derived dimension in entry_key",
    (m) => {
      m.mapping.direction = NUMBERED;
      m.dataset.entry_key = ["number", "direction"];
    },
    /^mapping\.direction\.key: a derived dimension is never part of the key/,
  ],
]);

describe("a derived dimension of a broken one", () => {
  it("adds no error of its own", () => {
    const mapping = { ...SPENDING.mapping, region: { type: "attribute" }, direction: DIRECTION };
    assert.throws(
      () => parseModel({ ...SPENDING, mapping }),
      ({ errors }: { errors: readonly string[] }) => errors.every((error) => !error.includes("direction")),
    );
  });
});
