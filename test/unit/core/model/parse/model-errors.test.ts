import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, errorsOf, sampleModel, type Json } from "./sample-model.js";

test("the unchanged sample has no errors", () => assert.deepEqual(errorsOf(sampleModel()), []));

test("every reserved name is reserved for datasets and dimensions in any letter case", () => {
  const reserved =
    "entry entries dataset datasets dimension dimensions editor meta id login logout settings dashboard register browser explorer explore embed member members source sources run runs view views search model url html_url api error 500 static assets healthz readyz metrics openapi favicon.ico robots.txt __proto__ constructor prototype".split(
      " ",
    );
  for (const name of reserved.flatMap((word) => [word, word.toUpperCase()])) {
    assert.match(errorsOf(changed((m) => (m.dataset.name = name)))[0] ?? "", /is reserved/, name);
    const own = (m: Json) => Object.defineProperty(m.mapping, name, { value: m.mapping.to, enumerable: true });
    assert.match(errorsOf(changed(own))[0] ?? "", /is reserved/, name);
  }
});

test("a dimension may be called currency", () => {
  assert.deepEqual(errorsOf(changed((m) => (m.mapping.currency = m.mapping.to))), []);
});

test("a definition under __proto__ is read as a field and refused", () => {
  const json = JSON.parse(JSON.stringify(sampleModel()).replace('"to":{', '"__proto__":{')) as Json;
  json.views = [];
  assert.deepEqual(errorsOf(json), [
    'mapping.__proto__: "__proto__" is reserved and cannot name a dimension; write another name',
  ]);
});

test("inherited keys are ignored: a model whose keys are in its prototype is empty", () => {
  const json = JSON.parse('{"__proto__": {"dataset": {}, "mapping": {}}}');
  assert.deepEqual(errorsOf(json), [
    "dataset: is missing; write an object, { … }",
    "mapping: is missing; write an object, { … }",
  ]);
});

test("all errors are reported at once", () => {
  const errors = errorsOf(
    changed((m) => {
      m.dataset.name = "a__b";
      m.dataset.currency = "ZZZ";
      m.mapping.amount.datatype = "string";
      delete m.mapping.number.key;
      m.views[0].drilldown = "x";
    }),
  );
  const places = errors.map((error) => error.split(":")[0]);
  assert.deepEqual(places.toSorted(), [
    "dataset.currency",
    "dataset.name",
    "mapping",
    "mapping.amount.datatype",
    "views[0].drilldown",
  ]);
});

test("a view of an invalid field is not reported", () => {
  const errors = errorsOf(changed((m) => (m.mapping.to.attributes.name.datatype = "x")));
  assert.equal(errors.length, 1);
});

test("a model that is not an object is refused", () => {
  for (const json of [null, undefined, [], "x", 1, true]) assert.match(errorsOf(json)[0] ?? "", /^the model is /);
});

test("a model has at most 500 fields", () => {
  assert.deepEqual(errorsOf(withFields(500)), []);
  assert.match(errorsOf(withFields(501))[0] ?? "", /^mapping: has 501 fields/);
});

test("a model has at most 32 levels", () => {
  assert.deepEqual(errorsOf(withLevels(32)), []);
  assert.match(errorsOf(withLevels(33))[0] ?? "", /32 levels deep/);
  assert.match(errorsOf(withLevels(1_000_000))[0] ?? "", /32 levels deep/);
});

test("the list of errors is limited", () => {
  const errors = errorsOf(changed((m) => (m.views = Array.from({ length: 100_000 }, () => 1))));
  assert.equal(errors.length, 1001);
  assert.match(errors.at(-1)!, /more errors$/);
});

/** Add fields to the sample, up to `count`. */
function withFields(count: number): Json {
  return changed((m) => {
    for (let i = Object.keys(m.mapping).length; i < count; i++) m.mapping[`f${i}`] = { type: "attribute", column: "a" };
  });
}

/** Nest the sample `levels` levels deep. */
function withLevels(levels: number): Json {
  return changed((m) => (m.extra = JSON.parse("[".repeat(levels - 1) + "]".repeat(levels - 1))));
}
