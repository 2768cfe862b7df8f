import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { searchPrefixes } from "#src/calls/views/resources/dimension.js";
import { parseSearch } from "#src/core/query/syntax/parse.js";
import { spendingModel } from "../../../../fixtures.js";

describe("the search for members by the beginnings of words", () => {
  for (const { name, dimension } of spendingModel().dimensions.map((each) => ({ name: each.name, dimension: each }))) {
    it(`says of ${name} what is written in its address`, () => {
      for (const words of [["pub"], ["pub", "AND"], ["a", "TO", "é"]]) {
        const { text, tree } = searchPrefixes(dimension, words);
        assert.deepEqual(parseSearch(text, { maxClauses: 64, maxNesting: 8 }).tree, tree);
      }
    });
  }
});
