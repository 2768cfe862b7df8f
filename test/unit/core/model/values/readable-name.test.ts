import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { datasetTitleOf } from "#src/core/model/values/readable-name.js";

describe("the title of a dataset from a name", () => {
  for (const [name, title] of [
    ["sacramento-budgets", "Sacramento budgets"],
    ["haushalt-2017", "Haushalt 2017"],
    ["2017-haushalt_plan", "2017 haushalt plan"],
    ["budget-2019-20", "Budget 2019-20"],
    ["2019-01-31", "2019-01-31"],
    ["Ist-Buchungen 2016", "Ist-Buchungen 2016"],
    ["--spent--", "Spent"],
    ["支出-明細", "支出 明細"],
    ["", ""],
  ] as const) {
    it(`reads ${JSON.stringify(name)} as ${JSON.stringify(title)}`, () => assert.equal(datasetTitleOf(name), title));
  }
});
