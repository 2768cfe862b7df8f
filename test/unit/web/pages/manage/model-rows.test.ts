import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  composeRows,
  drawnField,
  partOfPlace,
  readItemRows,
  rowField,
  type ItemKey,
} from "#src/web/pages/manage/model-rows.js";

type Fields = Map<string, string>;

/** Return the fields of a form that shows a place, as a browser sends them. */
function fieldsFor(place: string, text: string): Fields {
  const fields: Fields = new Map([
    [place, text.replaceAll("\n", "\r\n")],
    [drawnField(place), text.replaceAll("\n", "\r\n")],
  ]);
  const rows = readItemRows(partOfPlace(place)!, text)!;
  [...rows, { item: "{}", texts: {} }].forEach(({ item, texts }, at) => {
    fields.set(rowField(place, at, "item"), item);
    for (const [key, value] of Object.entries(texts)) {
      fields.set(rowField(place, at, key as ItemKey), value.replaceAll("\n", "\r\n"));
    }
  });
  return fields;
}

function compose(
  place: string,
  fields: Fields,
): { readonly text: string | undefined; readonly errors: readonly string[] } {
  const errors: string[] = [];
  return { text: composeRows(place, (name) => fields.get(name), errors), errors };
}

const VIEWS = `[
  { "name": "default", "label": "By region", "label_fr": "Par région", "dimension": "dataset", "breakdown": "region",
    "view_filters": { "year": "2009", "to": ["a|b", "c"] }, "filters": { "name": "x" } },
  {"name":"whole","dimension":"dataset"}
]`;
const HIERARCHIES =
  '{"what": {"label": "What for", "levels": ["function", "subfunction"], "labels": {"fr": "Pourquoi"}}}';
const NOTES = '[{"on": "year:2010|to:acme", "kind": "break", "text": "Plans,\\nnot spending.", "text_fr": "Budget."}]';
const FISCAL = "mapping.time.fiscal_year";
const YEAR = '{"starts":"04-01"}';

describe("the rows of a part of a model", () => {
  for (const [place, text] of [
    ["views", VIEWS],
    ["hierarchies", HIERARCHIES],
    ["notes", NOTES],
    [FISCAL, YEAR],
    ["views", ""],
    ["hierarchies", "{}"],
    [FISCAL, ""],
  ] as const) {
    it(`leave ${place} as they were if nothing is changed: ${text.slice(0, 20)}`, () => {
      assert.deepEqual(compose(place, fieldsFor(place, text)), { text, errors: [] });
    });
  }

  it("change a field, and keep all else of the item, also what has no field", () => {
    const fields = fieldsFor("views", VIEWS);
    fields.set(rowField("views", 0, "label"), "By part of town");
    fields.set(rowField("views", 0, "drilldown"), "");
    fields.set(rowField("views", 0, "cuts"), 'year:2010|to:"a|b"|to:c');
    const { text, errors } = compose("views", fields);
    assert.deepEqual(errors, []);
    assert.deepEqual(JSON.parse(text!), [
      {
        name: "default",
        label: "By part of town",
        label_fr: "Par région",
        dimension: "dataset",
        view_filters: { year: "2010", to: ["a|b", "c"] },
        filters: { name: "x" },
      },
      { name: "whole", dimension: "dataset" },
    ]);
  });

  it("add an item in the empty row, and remove one that is ticked", () => {
    const fields = fieldsFor("hierarchies", HIERARCHIES);
    fields.set(rowField("hierarchies", 0, "remove"), "yes");
    fields.set(rowField("hierarchies", 1, "name"), "where");
    fields.set(rowField("hierarchies", 1, "levels"), " region \r\n\r\ntown");
    assert.deepEqual(JSON.parse(compose("hierarchies", fields).text!), { where: { levels: ["region", "town"] } });
    const notes = fieldsFor("notes", NOTES);
    notes.set(rowField("notes", 0, "remove"), "yes");
    assert.deepEqual(compose("notes", notes), { text: "", errors: [] });
  });

  it("take JSON that was edited instead", () => {
    const fields = fieldsFor("notes", NOTES);
    fields.set(rowField("notes", 0, "kind"), "note");
    fields.set("notes", "[]");
    assert.deepEqual(compose("notes", fields), { text: "[]", errors: [] });
    assert.deepEqual(compose("notes", new Map([["notes", "x"]])).text, "x");
  });

  it("refuse cuts that are none and names that are there, and keep what was typed", () => {
    const views = fieldsFor("views", VIEWS);
    views.set(rowField("views", 1, "cuts"), "year");
    const refused = compose("views", views);
    assert.match(refused.errors.join(), /^views\[1\]\.cuts: /);
    assert.equal(readItemRows("views", refused.text!)![1]!.texts.cuts, "year");
    const twice = fieldsFor("hierarchies", HIERARCHIES);
    twice.set(rowField("hierarchies", 1, "name"), "what");
    assert.deepEqual(compose("hierarchies", twice).errors, ["hierarchies.what: appears twice; write another name"]);
    const nameless = fieldsFor("hierarchies", HIERARCHIES);
    nameless.set(rowField("hierarchies", 1, "label"), "Where");
    assert.deepEqual(compose("hierarchies", nameless).errors, ["hierarchies: a hierarchy has no name; write one"]);
  });

  it("are none for JSON of another form, which is edited as such", () => {
    assert.equal(readItemRows("views", "{"), null);
    assert.equal(readItemRows("views", '[{"name": {}}]'), null);
    assert.equal(readItemRows("hierarchies", '{"a": {"levels": "b"}}'), null);
    assert.equal(readItemRows("notes", "{}"), null);
    assert.equal(readItemRows("fiscal_year", "[]"), null);
    assert.equal(partOfPlace("formulas"), null);
  });
});
