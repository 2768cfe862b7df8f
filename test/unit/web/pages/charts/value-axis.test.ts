import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { planAxis } from "#src/web/pages/charts/value-axis.js";

describe("an axis of amounts", () => {
  for (const [name, amounts, domain, ticks] of [
    ["ends at marks that are close", [180], [0, 200], [0, 50, 100, 150, 200]],
    ["begins at zero", [120, 180], [0, 200], [0, 50, 100, 150, 200]],
    ["is that of nothing", [], [0, 0], [0]],
  ] as const) {
    it(name, () => {
      const axis = planAxis(amounts);
      assert.deepEqual([axis.y.domain(), axis.ticks], [domain, ticks]);
    });
  }

  it("leaves little room for few amounts below zero", () => {
    const { y, ticks } = planAxis([-10, 214]);
    const [from, to] = y.domain() as [number, number];
    assert.ok(from < -10 && from > -25, `from ${from}`);
    assert.equal(to, 300);
    assert.deepEqual(ticks, [0, 100, 200, 300]);
  });

  it("ends at a mark beyond what is farthest from zero", () => {
    for (const amounts of [[214], [-214], [-10, 214], [10, -214], [601.9], [644, -3], [1.01], [0.99]]) {
      const { y, ticks } = planAxis(amounts);
      const [from, to] = y.domain() as [number, number];
      const most = amounts.toSorted((a, b) => Math.abs(b) - Math.abs(a))[0]!;
      assert.equal(most > 0 ? ticks.at(-1) : ticks[0], most > 0 ? to : from, amounts.join());
      assert.ok(Math.abs(most > 0 ? to : from) >= Math.abs(most), amounts.join());
    }
  });

  it("has room for every amount and marks within it", () => {
    for (const amounts of [[-3, 4], [-999, -1], [1e12, -3e11], [0.02], [51, -49], [-60, 260]]) {
      const { y, ticks } = planAxis(amounts);
      const [from, to] = y.domain() as [number, number];
      for (const each of [...amounts, ...ticks, 0])
        assert.ok(each >= from && each <= to, `${each} of ${amounts.join()}`);
      assert.ok(ticks.length >= 2, amounts.join());
    }
  });
});
