import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createLocale } from "#src/web/pages/parts/page-locale.js";
import { nameCategory, sayFacts } from "#src/web/pages/tables/dataset-facts.js";

const LOCALE = createLocale("en", "http://localhost");

describe("the facts of a dataset", () => {
  for (const [category, territories, years, facts] of [
    ["spending", ["GB"], ["2004", "2009", "2010"], "Spending · United Kingdom · 2004 to 2010 · 9,978 entries"],
    ["budget", ["DE", "FR"], ["2017"], "Budget · Germany, France · 2017 · 9,978 entries"],
    [null, [], [], "9,978 entries"],
  ] as const) {
    it(`are words: ${facts}`, () => {
      assert.equal(sayFacts(LOCALE, { category, territories: [...territories] }, years, 9978), facts);
    });
  }

  it("name an unknown category by its code", () => {
    assert.equal(nameCategory(LOCALE, "revenue"), "Revenue");
  });
});
