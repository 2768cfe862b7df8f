import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { bindSearchText } from "#src/core/query/condition/bind-text.js";
import { readSearchText } from "#src/core/query/syntax/search-text.js";
import { spendingModel } from "../../../../fixtures.js";

const BOUNDS = { maxClauses: 10, maxNesting: 10 };

describe("a search that is bound to many models", () => {
  const plain = spendingModel();
  const named = (name: string) => ({ ...plain, dataset: { ...plain.dataset, name } });
  const models = [named("town"), named("city"), named("village")];
  const bind = (text: string) => bindSearchText(models, { q: readSearchText("q", text, BOUNDS, []), fq: [] }).q;

  it("has one condition for all of them if it names no field", () => {
    assert.equal(new Set(bind('road "north side" -x*')).size, 1);
  });

  it("has one for each if it names a field", () => {
    const conditions = bind("dataset:city road");
    assert.equal(new Set(conditions).size, 3);
    assert.notDeepEqual(conditions[0], conditions[1]);
  });
});
