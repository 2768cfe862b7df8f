import assert from "node:assert/strict";
import { test } from "node:test";
import type { View } from "#src/core/model/cube.js";
import { findReference } from "#src/core/model/references.js";
import { changed, errorsOf, modelOf, sampleModel, type Json } from "./sample-model.js";

const viewsOf = (views: Json): readonly View[] => modelOf(changed((m) => (m.views = views))).views;

test("a view is read with all its parts", () => {
  const [view] = viewsOf([
    {
      name: "a",
      label: "A",
      entity: "entity",
      dimension: "to",
      drilldown: "number",
      cuts: { to: ["x", 3, null], year: 2009 },
      filters: { name: "n", taxonomy: true, gone: null },
    },
  ]);
  assert.deepEqual(view, {
    name: "a",
    label: "A",
    entity: "entity",
    dimension: "to",
    drilldown: "number",
    cuts: new Map([
      ["to", ["x", "3"]],
      ["year", ["2009"]],
    ]),
    filters: new Map([
      ["name", "n"],
      ["taxonomy", "true"],
    ]),
  });
});

test("older names of a view's keys are read", () => {
  const [view] = viewsOf([{ name: "a", dimension: "dataset", breakdown: "to", view_filters: { number: "1" } }]);
  assert.equal(view?.drilldown, "to");
  assert.deepEqual(view?.cuts, new Map([["number", ["1"]]]));
});

test("newer names of a view's keys take precedence", () => {
  const [view] = viewsOf([{ name: "a", dimension: "dataset", breakdown: "nowhere", drilldown: "to" }]);
  assert.equal(view?.drilldown, "to");
});

test("label and entity of a view default to its name and its kind", () => {
  const views = viewsOf([
    { name: "a", dimension: "dataset", drilldown: "to" },
    { name: "b", dimension: "to", drilldown: "time" },
  ]);
  assert.deepEqual(
    views.map(({ label, entity }) => [label, entity]),
    [
      ["a", "dataset"],
      ["b", "dimension"],
    ],
  );
});

test("the first of two views with the same dimension and name is used", () => {
  const views = viewsOf([
    { name: "a", label: "first", dimension: "dataset", drilldown: "to" },
    { name: "a", label: "second", dimension: "dataset", drilldown: "to" },
    { name: "a", label: "other", dimension: "to", drilldown: "number" },
  ]);
  assert.deepEqual(
    views.map(({ label }) => label),
    ["first", "other"],
  );
});

test("a view may split and cut by an attribute and by the aliases of time", () => {
  const view = {
    name: "a",
    dimension: "dataset",
    drilldown: "to.label",
    cuts: { year: "2009", month: "200903", "time.week": "1" },
  };
  assert.equal(viewsOf([view]).length, 1);
});

test("filters need not name anything that exists", () => {
  const views = viewsOf([{ name: "a", dimension: "to", drilldown: "number", filters: { gov_department: "true" } }]);
  assert.deepEqual(views[0]?.filters, new Map([["gov_department", "true"]]));
});

test("a model without views has none", () => {
  assert.deepEqual(modelOf(changed((m) => delete m.views)).views, []);
  assert.deepEqual(errorsOf(changed((m) => (m.views = null))), []);
});

test("a reference names a dimension, one of its attributes, or an alias of time", () => {
  const model = modelOf(sampleModel());
  const named = (text: string) => {
    const found = findReference(model, text);
    return found && [found.dimension.name, found.attribute?.name ?? null];
  };
  assert.deepEqual(named("to"), ["to", null]);
  assert.deepEqual(named("to.label"), ["to", "label"]);
  assert.deepEqual(named("number.number"), ["number", "number"]);
  assert.deepEqual(named("year"), ["time", "year"]);
  assert.deepEqual(named("month"), ["time", "yearmonth"]);
  for (const text of ["", ".", "amount", "to.", "to.x", "to.label.x", "x", "year.name", "constructor", "__proto__"]) {
    assert.equal(named(text), null, text);
  }
});

test("a field of the model takes precedence over an alias", () => {
  const own = modelOf(changed((m) => (m.mapping.year = { type: "attribute", column: "y" })));
  assert.equal(findReference(own, "year")?.dimension.name, "year");
  const measure = modelOf(changed((m) => (m.mapping.month = { type: "measure", column: "m" })));
  assert.equal(findReference(measure, "month"), null);
});

test("a view without a drilldown shows its cut as a whole", () => {
  const views = viewsOf([
    { name: "a", dimension: "dataset", cuts: { to: "x" } },
    { name: "b", dimension: "dataset", drilldown: null },
    { name: "c", dimension: "dataset", breakdown: null },
  ]);
  assert.deepEqual(
    views.map(({ drilldown }) => drilldown),
    [null, null, null],
  );
});
