import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { DEMO_CSV, DEMO_MODEL, DEMO_NAME, DEMO_QUERY } from "#src/core/assets/demo.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { listLanguages } from "#src/web/words/languages.js";
import { ROWS } from "./rows.js";

const JSON_MODEL: unknown = JSON.parse(readFileSync(DEMO_MODEL, "utf8"));

test("the model is taken without a warning", () => {
  assert.deepEqual(parseModel(JSON_MODEL).warnings, []);
});

test("the columns of the rows are those that the model names", () => {
  const text = JSON.stringify(JSON_MODEL);
  const named = new Set([...text.matchAll(/"column":"(\w+)"/g)].map(([, column]) => column));
  assert.deepEqual([...named].toSorted(), Object.keys(ROWS[0]!).toSorted());
});

test("what identifies a row is its year, region, subfunction and kind", () => {
  const { model } = parseModel(JSON_MODEL);
  assert.deepEqual(
    model.key.map(({ name }) => name),
    ["time", "region", "subfunction", "kind"],
  );
});

test("every field says what it is, and every view belongs to the whole or to a taxonomy of its dimension", () => {
  const { model } = parseModel(JSON_MODEL);
  for (const field of model.fields) {
    assert.ok(field.description, field.name);
    assert.notEqual(field.label, field.name);
  }
  for (const { dimension, filters } of model.views) {
    const taxonomy = model.dimensions.find(({ name }) => name === dimension)?.taxonomy;
    assert.deepEqual(
      Object.fromEntries(filters),
      dimension === "dataset" ? { name: DEMO_NAME } : { taxonomy },
      dimension,
    );
  }
});

test("the whole and every dimension but time have a default view", () => {
  const { model } = parseModel(JSON_MODEL);
  const defaults = model.views.filter(({ name }) => name === "default").map(({ dimension }) => dimension);
  assert.deepEqual(defaults.toSorted(), ["dataset", "function", "kind", "region", "subfunction"]);
});

test("dates are years, and 2010 is a break that pages and answers tell of", () => {
  const { dimensions, notes } = parseModel(JSON_MODEL).model;
  assert.equal(dimensions.find(({ name }) => name === "time")!.calendar?.precision, "year");
  assert.deepEqual(notes, [
    {
      id: 0,
      kind: "break",
      text: "Plans, and almost no spending of local authorities.",
      on: [{ dimension: "time", attribute: "year", values: ["2010"] }],
    },
  ]);
});

test("the licence is named with its source", () => {
  const { dataset } = parseModel(JSON_MODEL).model;
  assert.equal(dataset.licence?.name, "Open Government Licence v3.0");
  assert.match(dataset.description ?? "", /Source: HM Treasury, Country and Regional Analysis 2010\.$/);
});

test("the first query asks the dataset for its default year", () => {
  const { model } = parseModel(JSON_MODEL);
  const parameters = new URL(DEMO_QUERY, "http://localhost").searchParams;
  assert.equal(model.dataset.name, DEMO_NAME);
  assert.equal(parameters.get("dataset"), model.dataset.name);
  assert.equal(parameters.get("cut"), `year:${model.dataset.defaultTime}`);
  assert.ok(model.dimensions.some(({ name }) => name === parameters.get("drilldown")));
});

test("every member of the rows has a label in each language of the words, other than the English one where scripts differ", () => {
  const { mapping } = JSON_MODEL as { readonly mapping: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
  const [header, ...lines] = readFileSync(DEMO_CSV, "utf8").trim().split("\n");
  const columns = header!.split(",");
  for (const [dimension, column] of [
    ["region", "region_code"],
    ["function", "function_code"],
    ["subfunction", "subfunction_code"],
  ] as const) {
    const at = columns.indexOf(column);
    // Codes stand before the labels with commas: in columns without quotes.
    const codes = new Set(lines.map((line) => line.replace(/"[^"]*"/g, "").split(",")[at]!));
    for (const language of listLanguages().filter((code) => code !== "en")) {
      const labels = mapping[dimension]![`labels_${language}`] as Readonly<Record<string, string>>;
      assert.deepEqual(Object.keys(labels).toSorted(), [...codes].toSorted(), `${dimension} in ${language}`);
      const hasLetters = NOT_LATIN[language];
      if (hasLetters) for (const label of Object.values(labels)) assert.match(label, hasLetters);
    }
  }
});

const NOT_LATIN: Readonly<Record<string, RegExp>> = {
  uk: /\p{Script=Cyrillic}/u,
  el: /\p{Script=Greek}/u,
  ar: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  ja: /[\p{Script=Han}\p{Script=Katakana}]/u,
};
