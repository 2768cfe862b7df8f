import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { punctuateTips } from "#src/web/pages/charts/punctuate-tips.js";
import { wordsIn } from "#src/web/words/languages.js";

const CHART = `<head><title>Town: Health, 2009: all</title></head>
  <svg><title>Health, 2009: all</title><a href="/x"><title>Rest, sport: a: 3 £</title></a
  ><circle r="1"><title>Health, 2009 (March): 1,000 £¹</title></circle></svg>`;

describe("the tips of charts", () => {
  for (const [language, rest, health] of [
    ["en", "Rest, sport: a: 3 £", "Health, 2009 (March): 1,000 £¹"],
    ["fr", "Rest, sport: a\u00a0: 3 £", "Health, 2009 (March)\u00a0: 1,000 £¹"],
    ["ar", "Rest, sport: a: 3 £", "Health، 2009 (March): 1,000 £¹"],
    ["ja", "Rest, sport: a：3 £", "Health、2009 (March)：1,000 £¹"],
  ] as const) {
    it(`have the colon and the comma of their language, and no other text is changed: ${language}`, () => {
      const expected = CHART.replace("Rest, sport: a: 3 £", rest).replace("Health, 2009 (March): 1,000 £¹", health);
      assert.equal(punctuateTips(CHART, wordsIn(language)), expected);
    });
  }
});
