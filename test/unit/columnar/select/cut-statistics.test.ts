import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CutStatistics, MOST_CUTS } from "#src/columnar/select/cut-statistics.js";

describe("what was asked of a dataset", () => {
  it("is counted by dimension, with what passed, and goes on from what was known", () => {
    const [asked, next] = [new CutStatistics(), new CutStatistics()];
    for (const passed of [0.5, 0.25]) asked.note("region", passed);
    asked.note("__proto__", 1);
    const wanted = [
      { dimension: "region", cuts: 2, passed: 0.75 },
      { dimension: "__proto__", cuts: 1, passed: 1 },
    ];
    assert.deepEqual(asked.list(), wanted);
    next.note("region", 0.5);
    next.resume(asked.list());
    assert.deepEqual(next.list()[0], { dimension: "region", cuts: 3, passed: 1.25 });
    assert.deepEqual(asked.list(), wanted);
  });

  it("is forgotten by halves, so that what is asked now outweighs what once was", () => {
    const asked = new CutStatistics();
    for (let at = 0; at < MOST_CUTS; at++) asked.note("before", 0.5);
    for (let at = 0; at < MOST_CUTS; at++) asked.note("now", 0.25);
    const [before, now] = ["before", "now"].map((name) => asked.list().find(({ dimension }) => dimension === name)!);
    assert.ok(now!.cuts > 2 * before!.cuts, JSON.stringify(asked.list()));
    // What passed on average stays what it was.
    assert.ok(Math.abs(before!.passed / before!.cuts - 0.5) < 1e-9);
    assert.ok(Math.abs(now!.passed / now!.cuts - 0.25) < 1e-9);
  });

  it("takes no more room however much and whatever is asked", () => {
    const asked = new CutStatistics();
    for (let at = 0; at < 10 * MOST_CUTS; at++) {
      asked.note(`dimension ${at}`, 1);
      if (at % 3 === 0) asked.note("region", 0.1);
      const counts = at % 1000 === 0 ? asked.list() : [];
      assert.ok(counts.reduce((sum, { cuts }) => sum + cuts, 0) <= MOST_CUTS);
      assert.ok(counts.length <= MOST_CUTS);
    }
    const most = asked.list().toSorted((a, b) => b.cuts - a.cuts)[0];
    assert.equal(most!.dimension, "region");
    const resumed = new CutStatistics();
    resumed.resume([{ dimension: "region", cuts: 1e9, passed: 1e8 }]);
    assert.ok(resumed.list()[0]!.cuts <= MOST_CUTS);
  });
});
