import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { writePer, writeUnit } from "#src/web/pages/parts/amount-unit.js";
import { createLocale } from "#src/web/pages/parts/page-locale.js";

const localeOf = (language: string): ReturnType<typeof createLocale> => createLocale(language, "http://localhost");

/** Amounts per person, as ministries of finance write them. */
const PER_PERSON = {
  "en-GB": "per person",
  ar: "للفرد",
  de: "je Einwohner",
  el: "ανά κάτοικο",
  es: "por habitante",
  fr: "par habitant",
  he: "לנפש",
  it: "pro capite",
  ja: "一人当たり",
  pl: "na mieszkańca",
  pt: "por habitante",
  uk: "на одну особу",
};

describe("amounts per person", () => {
  for (const [language, expected] of Object.entries(PER_PERSON)) {
    it(`are one text of the language: ${language}`, () => {
      assert.equal(writePer(localeOf(language), "person"), expected);
    });
  }

  it("stand in the text on a map as they stand under a table", () => {
    const { words, fill, language } = localeOf("ja");
    const per = writePer({ words, fill }, "person");
    assert.equal(fill(words.figures.map.perHead, { measure: "支出", per }), "一人当たりの支出", language);
  });

  it("are followed by the prices they are in", () => {
    const unit = { per: "person", shareOf: null, prices: "2010" };
    assert.equal(writeUnit(localeOf("en-GB"), unit), "per person, in prices of 2010");
  });
});

it("amounts by another unit name it", () => {
  assert.equal(writePer(localeOf("en-GB"), "pupils"), "per pupils");
  assert.equal(writePer(localeOf("fr"), "élève"), "par élève");
});
