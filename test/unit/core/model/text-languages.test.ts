import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "node:test";
import { parseModel } from "#src/core/model/parse/parse.js";
import { listTextLanguages } from "#src/core/model/text-languages.js";
import { translateModel } from "#src/core/model/translations.js";
import { randomRuns } from "../../../full.js";
import { SPENDING } from "../../../fixtures.js";

const LANGUAGES = ["fr", "de", "pl", "ar"] as const;
/** Places of texts in languages, by what they make of a model file. */
const PLACES: Readonly<Record<string, (language: string) => Record<string, unknown>>> = {
  dataset: (language) => ({ dataset: { ...SPENDING.dataset, labels: { [language]: "Texte" } } }),
  description: (language) => ({ dataset: { ...SPENDING.dataset, descriptions: { [language]: "Texte" } } }),
  measure: (language) => mapped("amount", { labels: { [language]: "Texte" } }),
  dimension: (language) => mapped("region", { [`label_${language}`]: "Texte" }),
  column: (language) =>
    mapped("cofog1", {
      attributes: {
        ...SPENDING.mapping.cofog1.attributes,
        [`label_${language}`]: { column: "other", datatype: "string" },
      },
    }),
  view: (language) => ({
    views: [
      {
        name: "default",
        label: "All",
        entity: "dataset",
        dimension: "dataset",
        drilldown: "region",
        [`label_${language}`]: "Texte",
      },
    ],
  }),
  hierarchy: (language) => ({
    hierarchies: { both: { label: "Both", levels: ["cofog1", "region"], labels: { [language]: "Texte" } } },
  }),
  note: (language) => ({ notes: [{ on: "year:2010", text: "Text", texts: { [language]: "Texte" } }] }),
};

function mapped(field: keyof typeof SPENDING.mapping, more: object): Record<string, unknown> {
  return { mapping: { ...SPENDING.mapping, [field]: { ...SPENDING.mapping[field], ...more } } };
}

describe("languages of the texts of a model", () => {
  it("are those in which its translation differs from it, wherever the texts are", () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(PLACES)), fc.constantFrom(...LANGUAGES), (place, language) => {
        const { model } = parseModel({ ...SPENDING, ...PLACES[place]!(language) });
        assert.deepEqual(listTextLanguages(model), [language], place);
        for (const each of LANGUAGES) {
          const { original: _, ...translated } = translateModel(model, each);
          if (each === language) assert.notDeepEqual(translated, model, place);
          else assert.deepEqual(translated, model, place);
        }
      }),
      { numRuns: randomRuns(60, 200) },
    );
  });

  it("are none of most models, and the same list for models that share their parts", () => {
    const { model } = parseModel(SPENDING);
    assert.deepEqual(listTextLanguages(model), []);
    const spoken = parseModel({ ...SPENDING, ...PLACES["measure"]!("fr") }).model;
    const alike = { ...spoken, dataset: { ...spoken.dataset, labels: { de: "Stadt" } } };
    assert.deepEqual(listTextLanguages(alike), ["de", "fr"]);
  });
});
