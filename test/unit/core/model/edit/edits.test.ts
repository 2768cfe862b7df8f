import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { InvalidModel } from "#src/core/errors/errors.js";
import type { Model } from "#src/core/model/cube.js";
import { explainDifference } from "#src/core/model/edit/difference.js";
import { editModel, findEdits, keepEdits, parseEdits, printEdits, readTexts } from "#src/core/model/edit/edits.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { asTyped, listPlaces } from "#src/core/model/edit/editable-texts.js";
import { SPENDING, spendingModel } from "../../../../fixtures.js";

const LISTED = {
  cofog1: {
    type: "compound",
    fields: [
      { name: "name", column: "code", datatype: "id" },
      { name: "label", column: "function", datatype: "string", facet: true },
    ],
  },
};
const VIEWS = JSON.stringify([{ name: "default", dimension: "dataset", drilldown: "cofog1" }]);

const FORMULAS = '{"share":{"term":"amount/planned","label":"Rate","format":"percent"}}';
const NOTES = JSON.stringify([{ on: "year:2010|region:N", kind: "break", text: "Plans." }]);

const HIERARCHIES = JSON.stringify({ time: { label: "When", levels: ["year", "time.yearmonth"] } });

const DERIVED = JSON.stringify({ direction: { type: "derived", from: "cofog1", values: { "1": "a" } } });

const MODELS: readonly Model[] = [
  spendingModel(),
  spendingModel(LISTED),
  parseModel({
    ...SPENDING,
    dataset: { name: "town", label: "Town\nspending", licence: "https://example.org/licence", default_time: 2009 },
    views: JSON.parse(VIEWS) as unknown[],
  }).model,
];

const edit = (model: Model, texts: Readonly<Record<string, string>>): Model =>
  editModel(model, new Map(Object.entries(texts)));

/** Format JSON as a form shows it. */
function indent(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}

/** Generate valid texts that a form may send for a place. */
function textFor(name: string): fc.Arbitrary<string> {
  const free = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("", " ", "a\r\nb", "__proto__", "</textarea>"),
  );
  if (name.endsWith("facet")) return fc.constantFrom("", "true");
  if (name === "mapping") return fc.constantFrom("", "{}", DERIVED, ` ${DERIVED}\n`);
  if (name.endsWith(".fiscal_year"))
    return fc.constantFrom("", '{"starts": "04-01"}', '{"starts":"10-01","named":"both"}');
  if (name.endsWith(".labels")) return fc.constantFrom("", "de: A", "fr: B\r\nde: C: d");
  if (name.endsWith(".corrections"))
    return fc.constantFrom("", "{}", '{"values": {"a": "b"}}', '{"values":{"é":"__proto__"}}');
  if (name.endsWith(".precision")) return fc.constantFrom("", "year", "month");
  if (name.endsWith(".role")) return fc.constantFrom("", "phase", "geography");
  if (name.endsWith(".order")) return fc.constantFrom("", "a", "a\n\n b c \r\nd");
  if (name.endsWith(".additive")) return fc.constantFrom("", "true", "false");
  if (name.endsWith(".default")) return fc.constantFrom("", "a");
  if (name === "hierarchies") return fc.constantFrom("", "{}", HIERARCHIES, '{"x": null}');
  if (name === "notes") return fc.constantFrom("", "[]", NOTES, `[null, ${NOTES.slice(1)}`);
  if (name === "references") return fc.constantFrom("", "{}", '{"prices": "deflator", "per": ["people"]}');
  if (name === "formulas") return fc.constantFrom("", "{}", FORMULAS, `{"x": null, ${FORMULAS.slice(1)}`);
  if (name === "views") return fc.constantFrom("", "[]", VIEWS, `[null, ${VIEWS.slice(1)}`);
  if (name === "dataset.label") return free.filter((text) => text.trim() !== "");
  if (name === "dataset.doi") return fc.constantFrom("", "10.5281/zenodo.1");
  if (name === "dataset.currency") return fc.constantFrom("", "EUR", "gbp");
  if (name === "dataset.category") return fc.constantFrom("", "budget", "other");
  if (name === "dataset.languages") return fc.constantFrom("", "en", "de,fr  en", "EN");
  if (name === "dataset.territories") return fc.constantFrom("", "GB", "FR;DE");
  if (name === "dataset.licence.url") return fc.constantFrom("", "https://example.org/");
  return free;
}

/** A model, by its index, and the texts typed at some of its places. */
const anyEdited = fc.nat(MODELS.length - 1).chain((at) => {
  const texts = Object.fromEntries(listPlaces(MODELS[at]!).map(({ name }) => [name, textFor(name)]));
  return fc
    .record(texts, { requiredKeys: [] })
    .map((typed) => ({ at, typed: typed as Readonly<Record<string, string>> }));
});

describe("edits of a model", () => {
  it("apply the typed texts, and change no other text and nothing of the mapping", () => {
    const model = spendingModel();
    const typed = {
      "dataset.label": "Town",
      "dataset.description": "",
      "dataset.languages": "de, fr",
      "dataset.licence.name": "CC0",
      "mapping.amount.label": "Spent",
      "mapping.region.facet": "",
      "mapping.cofog1.attributes.color.facet": "true",
      "mapping.cofog1.description": "What for.\nAnd why.",
      "mapping.amount.phase": "executed",
      "mapping.region.role": "phase",
      "mapping.region.order": "approved\nexecuted",
      "mapping.region.additive": "true",
      "mapping.region.default": "executed",
      views: VIEWS,
      hierarchies: HIERARCHIES,
      notes: NOTES,
      formulas: FORMULAS,
    };
    const edited = edit(model, typed);
    const [before, after] = [readTexts(model), readTexts(edited)];
    const changed = [...after].filter(([name, text]) => before.get(name) !== text);
    assert.deepEqual(
      new Map(changed),
      new Map(
        Object.entries({
          ...typed,
          views: indent(VIEWS),
          hierarchies: indent(HIERARCHIES),
          notes: indent(NOTES),
          formulas: indent(FORMULAS),
        }),
      ),
    );
    assert.deepEqual(edited.dataset.licence, { name: "CC0", url: null });
    assert.deepEqual(
      edited.views.map(({ drilldown }) => drilldown),
      ["cofog1"],
    );
    const region = edited.dimensions.find(({ name }) => name === "region")!;
    assert.equal(region.facet, false);
    assert.deepEqual(region.meaning, {
      role: "phase",
      order: ["approved", "executed"],
      additive: true,
      default: "executed",
    });
    assert.equal(edited.measures[0]!.phase, "executed");
    assert.deepEqual(
      edited.hierarchies.map(({ name }) => name),
      ["time"],
    );
    assert.deepEqual(edited.notes.length, 1);
    assert.deepEqual(edited.formulas, [{ name: "share", term: "amount/planned", label: "Rate", format: "percent" }]);
    const sources = (of: Model): unknown =>
      of.fields.map((field) =>
        field.kind === "measure" ? field.source : field.attributes.map(({ source }) => source),
      );
    assert.deepEqual(sources(edited), sources(model));
    assert.deepEqual(model.document, spendingModel().document);
  });

  it("are found again from the edited model, for any typed text", () => {
    fc.assert(
      fc.property(anyEdited, ({ at, typed }) => {
        const model = MODELS[at]!;
        const edited = edit(model, typed);
        const again = editModel(model, parseEdits(printEdits(findEdits(model, edited))));
        assert.deepEqual({ ...again, document: null }, { ...edited, document: null });
        assert.deepEqual(readTexts(again), readTexts(edited));
        assert.deepEqual(findEdits(model, again), findEdits(model, edited));
        assert.deepEqual(parseModel(JSON.parse(JSON.stringify(edited.document))).model.views, edited.views);
      }),
    );
  });

  it("are empty if a form is sent back unchanged", () => {
    for (const model of MODELS) {
      const sent = listPlaces(model).map(
        ({ name, kind, text }) => [name, asTyped(kind, text.replaceAll("\n", "\r\n"))] as const,
      );
      assert.deepEqual([...findEdits(model, editModel(model, new Map(sent)))], []);
    }
  });

  it("are refused with every error, each at its place", () => {
    const typed = {
      "dataset.label": " ",
      "dataset.currency": "Taler",
      "dataset.languages": "en, xx-klingon",
      "dataset.licence.url": "javascript:alert(1)",
      "mapping.region.role": "area",
      "mapping.region.additive": "perhaps",
      views: '[{"name": "default", "dimension": "planet", "drilldown": "cofog1"},',
    };
    const places = Object.keys(typed);
    const errors = errorsOf(() => edit(spendingModel(), typed));
    assert.deepEqual(
      places.map((place) => errors.some((error) => error.startsWith(`${place}: `))),
      places.map(() => true),
      errors.join("\n"),
    );
    const inside = errorsOf(() =>
      edit(spendingModel(), {
        "mapping.cofog1.order": "a\na",
        "mapping.until.default": "c",
        "mapping.until.order": "a\nb",
        hierarchies: '{"a": {"levels": ["yaer"]}}',
        notes: '[{"on": "yaer:2010"}]',
      }),
    );
    assert.deepEqual(
      inside.map((error) => error.split(":", 1)[0]),
      ["mapping.until.default", "mapping.cofog1.order[1]", "hierarchies.a.levels[0]", "notes[0].on", "notes[0].text"],
    );
    const views = errorsOf(() =>
      edit(spendingModel(), { views: '[{"name": "default", "dimension": "planet", "drilldown": "moon"}]' }),
    );
    assert.deepEqual(
      views.map((error) => error.split(":", 1)[0]),
      ["views[0].dimension", "views[0].drilldown"],
    );
  });

  it("add, change and remove derived dimensions, and keep the places of those that stay", () => {
    const derived = {
      area: { type: "derived", from: "cofog1", prefix: 1 },
      low: { type: "derived", from: "rate", values: { 1: "low" } },
    };
    const { mapping } = SPENDING;
    const { model } = parseModel({ ...SPENDING, mapping: { ...derived, ...mapping } });
    const next = { top: { type: "derived", from: "area", prefix: 1 }, area: { ...derived.area, prefix: 2 } };
    const edited = edit(model, { mapping: JSON.stringify(next) });
    assert.deepEqual(Object.keys(edited.document.mapping), ["area", ...Object.keys(mapping), "top"]);
    assert.deepEqual(
      edited.dimensions.slice(-2).map(({ name, derivation }) => [name, derivation!.rule]),
      [
        ["area", { by: "prefix", length: 2 }],
        ["top", { by: "prefix", length: 1 }],
      ],
    );
    assert.deepEqual(explainDifference(model, edited), []);
  });

  it("of derived dimensions are refused with every error, and change nothing else", () => {
    const typed = (derived: unknown): readonly string[] =>
      errorsOf(() => edit(spendingModel(), { mapping: JSON.stringify(derived) }));
    assert.deepEqual(typed({ area: { type: "attribute", column: "x" }, region: { type: "derived", from: "rate" } }), [
      'mapping.area: only dimensions of "type": "derived" can be edited here',
      "mapping.region: the file has a field of this name; write another name",
    ]);
    assert.deepEqual(
      typed({
        a: { type: "derived", from: "regoin", prefix: 1 },
        b: { type: "derived", from: "region", prefix: 0 },
      }).map((error) => error.split(":", 1)[0]),
      ["mapping.a.from", "mapping.b.prefix"],
    );
    assert.deepEqual(typed([]), ["mapping: a list must be an object of dimensions, { … }"]);
  });

  it("survive a new file with the same text, but not one that changes the text", () => {
    const before = spendingModel();
    const edits = new Map([
      ["dataset.label", "Mine"],
      ["mapping.region.label", "Mine"],
      ["mapping.gone.label", "Mine"],
    ]);
    const same = parseModel({ ...SPENDING, dataset: { ...SPENDING.dataset, description: "New." } }).model;
    assert.deepEqual([...keepEdits(edits, before, same).keys()], ["dataset.label", "mapping.region.label"]);
    const other = parseModel({ ...SPENDING, dataset: { ...SPENDING.dataset, label: "New" } }).model;
    assert.deepEqual([...keepEdits(edits, before, other).keys()], ["mapping.region.label"]);
  });

  it("merge with another file to the same model, in either order", () => {
    fc.assert(
      fc.property(anyEdited, anyEdited, ({ at, typed }, { typed: given }) => {
        const model = MODELS[at]!;
        const edits = findEdits(model, edit(model, typed));
        const file = edit(
          model,
          Object.fromEntries(Object.entries(given).filter(([name]) => readTexts(model).has(name))),
        );
        const merged = readTexts(editModel(file, keepEdits(edits, model, file)));
        const [said, says, mine] = [readTexts(model), readTexts(file), readTexts(editModel(model, edits))];
        for (const [name, text] of merged) {
          // Name and URL of a licence default to each other.
          if (name.startsWith("dataset.licence.")) continue;
          assert.equal(text, says.get(name) === said.get(name) ? mine.get(name) : says.get(name), name);
        }
      }),
    );
  });

  it("of fields are differences of the mapping; those of the dataset and of views are not", () => {
    const model = spendingModel();
    assert.deepEqual(explainDifference(model, edit(model, { "dataset.label": "New", views: VIEWS })), []);
    assert.deepEqual(explainDifference(model, edit(model, { "mapping.region.label": "New" })), [
      '"region" is defined differently',
    ]);
  });
});

function errorsOf(act: () => unknown): readonly string[] {
  try {
    act();
  } catch (error) {
    if (error instanceof InvalidModel) return error.errors;
    throw error;
  }
  return assert.fail("it was not refused");
}
