import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withoutFunctionWords } from "#src/core/query/suggest/function-words.js";
import { readWords } from "#src/core/query/suggest/words.js";

describe("words that join others", () => {
  for (const [typed, left] of [
    ["health in London", "health london"],
    ["sanidad en Madrid", "sanidad madrid"],
    ["la santé à Paris", "sante paris"],
    ["Gesundheit für München", "gesundheit munchen"],
    ["sanità a Roma", "sanita roma"],
    ["saúde no Porto", "saude porto"],
    ["zdrowie w Warszawie", "zdrowie warszawie"],
    ["здоров'я у Києві", null],
    ["υγεία στην Αθήνα", "υγεια αθηνα"],
    ["الصحة في لندن", null],
    ["בריאות של חיפה", "בריאות חיפה"],
    ["North and South", "north south"],
  ] as const) {
    it(`are left out of "${typed}"`, () => {
      const words = readWords(typed);
      const rest = withoutFunctionWords(words);
      assert.equal(rest.length, words.length - (typed.startsWith("la ") ? 2 : 1));
      if (left !== null) assert.deepEqual(rest, readWords(left));
    });
  }

  it("stay where nothing else is left, and where there are none", () => {
    for (const typed of ["in", "de la", "health london"]) {
      const words = readWords(typed);
      assert.equal(withoutFunctionWords(words), words);
    }
  });
});
