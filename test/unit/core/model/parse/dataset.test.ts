import assert from "node:assert/strict";
import { test } from "node:test";
import type { DatasetMetadata } from "#src/core/model/cube.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { changed, modelOf, sampleModel, type Json } from "./sample-model.js";

const withDataset = (part: Json): DatasetMetadata => modelOf(changed((m) => Object.assign(m.dataset, part))).dataset;

test("missing metadata is null or empty", () => {
  const { dataset } = modelOf(changed((m) => (m.dataset = { name: "a-1_b", label: "A" })));
  assert.deepEqual(dataset, {
    name: "a-1_b",
    label: "A",
    description: null,
    currency: null,
    category: null,
    defaultTime: null,
    languages: [],
    territories: [],
    licence: null,
    doi: null,
    serpTitle: null,
    serpTeaser: null,
  });
});

test("a description that search engines of datasets leave out is a warning", () => {
  const warn = (description: string): readonly string[] =>
    parseModel(changed((m) => (m.dataset.description = description))).warnings;
  assert.deepEqual(warn(` ${"x".repeat(49)} \n`), [
    "dataset.description: has 49 characters, and search engines leave out datasets with fewer than 50; say what the data is and where it is from",
  ]);
  assert.match(warn("\u{1f600}")[0]!, /has 1 character, /);
  assert.deepEqual(warn("x".repeat(50)), []);
});

test("a missing description and currency are warnings, not errors", () => {
  assert.deepEqual(parseModel(sampleModel()).warnings, []);
  const { warnings } = parseModel(
    changed((m) => {
      delete m.dataset.description;
      m.dataset.currency = null;
    }),
  );
  assert.deepEqual(
    warnings.map((warning) => warning.split(":")[0]),
    ["dataset.description", "dataset.currency"],
  );
});

test("an empty description stays empty, with the same warning", () => {
  for (const description of ["", "  "]) {
    const { model, warnings } = parseModel(changed((m) => Object.assign(m.dataset, { description })));
    assert.equal(model.dataset.description, description);
    assert.match(warnings.join(), /^dataset\.description: is missing/);
  }
});

test("codes get the letter case of their standard, without duplicates", () => {
  const dataset = withDataset({ currency: "eur", languages: ["EN", "de", "en"], territories: ["gb", "GB", "de"] });
  assert.equal(dataset.currency, "EUR");
  assert.deepEqual(dataset.languages, ["en", "de"]);
  assert.deepEqual(dataset.territories, ["GB", "DE"]);
});

test("a currency that is out of use is known", () => assert.equal(withDataset({ currency: "DEM" }).currency, "DEM"));

test("a default time may be a number", () => {
  assert.equal(withDataset({ default_time: 2009 }).defaultTime, "2009");
  assert.equal(withDataset({ default_time: "2009" }).defaultTime, "2009");
});

const LICENCES: [Json, DatasetMetadata["licence"]][] = [
  ["CC0", { name: "CC0", url: null }],
  ["https://example.org/l", { name: "https://example.org/l", url: "https://example.org/l" }],
  [
    { name: "CC0", url: "http://example.org/l" },
    { name: "CC0", url: "http://example.org/l" },
  ],
  [{ url: "http://example.org/l" }, { name: "http://example.org/l", url: "http://example.org/l" }],
  [
    { name: "CC0", url: "" },
    { name: "CC0", url: null },
  ],
  ["", null],
  [{}, null],
];

for (const [licence, expected] of LICENCES) {
  test(`the licence ${JSON.stringify(licence)} is read as name and URL`, () => {
    assert.deepEqual(withDataset({ licence }).licence, expected);
  });
}

test("a DOI is read with or without its address", () => {
  for (const doi of ["10.5281/zenodo.12", "https://doi.org/10.5281/zenodo.12", "doi:10.5281/zenodo.12 "]) {
    assert.equal(withDataset({ doi }).doi, "10.5281/zenodo.12");
  }
  assert.throws(() => withDataset({ doi: "zenodo" }), /"zenodo" is not a DOI; write one such as "10\.5281/);
});

test("titles for search engines are read", () => {
  const { serpTitle, serpTeaser } = withDataset({ serp_title: "T", serp_teaser: "S" });
  assert.deepEqual([serpTitle, serpTeaser], ["T", "S"]);
});

test("the encoding is read as written", () => {
  assert.equal(modelOf(changed((m) => (m.dataset.encoding = "ISO-8859-2"))).encoding, "ISO-8859-2");
  assert.equal(modelOf(sampleModel()).encoding, null);
});
