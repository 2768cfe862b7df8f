import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { UK_2008 } from "#src/features/tax/deciles.js";
import { estimateTax } from "#src/features/tax/estimate.js";
import { explainTax } from "#src/features/tax/explain.js";

function explain(income: number, spending?: number, smoker = true): readonly string[] {
  const household = { income, smoker, drinker: true, driver: true };
  return explainTax(UK_2008, household, estimateTax(UK_2008, household), spending);
}

describe("explainTax", () => {
  const places: [income: number, sentence: RegExp][] = [
    [-5, /^An income of -£5\.00 a year pays nothing/],
    [0, /^An income of £0\.00 a year pays nothing/],
    [4000, /below the mean of decile 1 \(£9,219\.00\)/],
    [9219, /is the mean of decile 1 /],
    [10000, /between the means of decile 1 \(£9,219\.00\) and decile 2 \(£13,583\.00\)/],
    [94341, /is the mean of decile 10 /],
    [94341.5, /above the mean of decile 10 \(£94,341\.00\)/],
  ];
  for (const [income, sentence] of places) {
    it(`places an income of ${income} among the deciles`, () => {
      assert.ok(explain(income).some((each) => sentence.test(each)));
    });
  }

  it("names the source and every part", () => {
    const text = explain(10_000).join("\n");
    for (const part of [
      "2008/9",
      "Office for National Statistics",
      "£1,207.08",
      "£2,888.97",
      "£4,096.04",
      "£1,098.14",
    ]) {
      assert.ok(text.includes(part), part);
    }
  });

  it("mentions that spending changes nothing only if spending is given", () => {
    assert.match(explain(10_000, 300).join("\n"), /spending of £300\.00 does not change the estimate/);
    assert.doesNotMatch(explain(10_000).join("\n"), /spending/);
  });

  it("explains the effect of the flags", () => {
    assert.match(explain(10_000, undefined, false).join("\n"), /Nobody smokes, so no tobacco tax/);
    assert.match(explain(10_000).join("\n"), /Someone in the household smokes/);
  });
});
