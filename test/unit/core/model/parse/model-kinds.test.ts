import assert from "node:assert/strict";
import { test } from "node:test";
import { DATE_ATTRIBUTES } from "#src/core/model/cube.js";
import { changed, dimension, modelOf, sampleModel, withField, type Json } from "./sample-model.js";

test("fields are in mapping order, with their positions", () => {
  const model = modelOf(sampleModel());
  assert.deepEqual(
    model.fields.map((field) => field.name),
    ["amount", "time", "number", "to"],
  );
  assert.deepEqual(
    model.dimensions.map(({ name, index }) => [name, index]),
    [
      ["time", 0],
      ["number", 1],
      ["to", 2],
    ],
  );
  assert.deepEqual(
    model.measures.map(({ name, index }) => [name, index]),
    [["amount", 0]],
  );
});

test("a field named amount is a measure whatever its type", () => {
  const model = modelOf(changed((m) => (m.mapping.amount = { type: "attribute", column: "a" })));
  assert.deepEqual(
    model.measures.map(({ name, source }) => [name, source.datatype]),
    [["amount", "float"]],
  );
});

test("a field named time of datatype date is a date dimension whatever its type", () => {
  const model = modelOf(changed((m) => (m.mapping.time = { type: "compound", datatype: "date", column: "t" })));
  assert.equal(dimension(model, "time").kind, "date");
});

test("a date dimension needs no datatype", () => {
  assert.equal(
    dimension(withField("paid", { type: "date", column: "d" }), "paid").attributes[0]?.source?.datatype,
    "date",
  );
});

test("a date dimension has the attributes of a date, and only name has a source", () => {
  const time = dimension(modelOf(sampleModel()), "time");
  assert.deepEqual(
    time.attributes.map(({ name }) => name),
    [...DATE_ATTRIBUTES],
  );
  assert.deepEqual(
    time.attributes.map(({ index }) => index),
    [0, 1, 2, 3, 4, 5, 6, 7],
  );
  assert.deepEqual(
    time.attributes.map(({ source }) => source?.column ?? null),
    ["Year", null, null, null, null, null, null, null],
  );
  assert.equal(time.identity, time.attributes[0]);
});

for (const type of ["attribute", "value"]) {
  test(`a field of type ${type} has one attribute of its own name`, () => {
    const found = dimension(withField("region", { type, column: "R", facet: true, end_column: "E" }), "region");
    assert.equal(found.kind, "attribute");
    assert.deepEqual(
      found.attributes.map(({ name, facet, endColumn }) => [name, facet, endColumn]),
      [["region", true, "E"]],
    );
    assert.equal(found.identity, found.attributes[0]);
  });
}

for (const type of ["compound", "classifier", "entity", "anything", undefined]) {
  test(`a field of type ${type} is a compound dimension`, () => {
    const found = dimension(
      withField("x", { type, attributes: { label: { column: "L" }, name: { column: "N" } } }),
      "x",
    );
    assert.equal(found.kind, "compound");
    assert.deepEqual(
      found.attributes.map(({ name }) => name),
      ["label", "name"],
    );
    assert.equal(found.identity.name, "name");
  });
}

test("the older list of fields is read", () => {
  const found = dimension(
    withField("x", { fields: [{ name: "name", column: "N" }, null, { name: "label", column: "L" }] }),
    "x",
  );
  assert.deepEqual(
    found.attributes.map(({ name, source }) => [name, source?.column]),
    [
      ["name", "N"],
      ["label", "L"],
    ],
  );
});

test("attributes take precedence over fields", () => {
  const found = dimension(
    withField("x", { attributes: { name: { column: "A" } }, fields: [{ name: "name", column: "F" }] }),
    "x",
  );
  assert.equal(found.identity.source?.column, "A");
});

test("a missing label is taken from the name, and comes last", () => {
  const found = dimension(
    withField("x", { attributes: { name: { column: "N", datatype: "id" }, color: { column: "C" } } }),
    "x",
  );
  assert.deepEqual(
    found.attributes.map(({ name }) => name),
    ["name", "color", "label"],
  );
  assert.deepEqual(found.attributes[2]?.source, found.attributes[0]?.source);
});

test("a missing name is a slug of the label", () => {
  const found = dimension(withField("x", { attributes: { label: { column: "L", default_value: "Not given" } } }), "x");
  assert.equal(found.identity.source?.datatype, "id");
  assert.equal(found.identity.source?.column, "L");
  assert.equal(found.identity.source?.empty, "not-given");
});

test("a missing name of a constant label is its slug", () => {
  const attributes = { label: { datatype: "constant", constant: "The Public", column: "ignored" } };
  assert.equal(dimension(withField("x", { attributes }), "x").identity.source?.fixed, "the-public");
});

test("missing keys have their defaults", () => {
  const found = dimension(withField("x", { attributes: { name: { column: "N" } }, label: "", description: null }), "x");
  assert.deepEqual(
    [found.label, found.description, found.taxonomy, found.key, found.facet],
    ["x", "", "x", false, false],
  );
  assert.equal(found.identity.source?.datatype, "string");
  assert.equal(modelOf(sampleModel()).measures[0]?.label, "amount");
});

test("null counts as absent everywhere", () => {
  const nulls = {
    label: null,
    description: null,
    key: null,
    facet: null,
    taxonomy: null,
    default_value: null,
    format: null,
  };
  const model = modelOf(
    changed((m) => {
      for (const field of Object.values<Json>(m.mapping)) for (const key of Object.keys(nulls)) field[key] ??= null;
      Object.assign(m.dataset, {
        languages: null,
        territories: [null],
        category: null,
        licence: null,
        entry_key: null,
        decimal: null,
      });
      m.mapping.gone = null;
      m.views.push(null);
    }),
  );
  assert.deepEqual(
    model.fields.map(({ name }) => name),
    ["amount", "time", "number", "to"],
  );
  assert.deepEqual(model.dataset.territories, []);
});

test("unknown keys stay in the document", () => {
  const json = changed((m) => (m.dataset.schema_version = "2011-12-07"));
  assert.deepEqual(modelOf(json).document, json);
});

test("columns are trimmed like header cells", () => {
  assert.equal(dimension(withField("x", { type: "attribute", column: " R " }), "x").identity.source?.column, "R");
});

test("a float attribute holds numbers, any other attribute text", () => {
  const types = ["string", "id", "float", "date"].map((datatype) =>
    withField("x", { type: "attribute", column: "c", datatype }),
  );
  assert.deepEqual(
    types.map((model) => dimension(model, "x").identity.type),
    ["text", "text", "number", "text"],
  );
});
