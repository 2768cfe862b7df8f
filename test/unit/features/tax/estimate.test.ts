import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type Decile, UK_2008 } from "#src/features/tax/deciles.js";
import { estimateTax, type Household, type TaxEstimate } from "#src/features/tax/estimate.js";

const { deciles } = UK_2008;
const FIRST = deciles[0]!;
const LAST = deciles.at(-1)!;

function estimate(income: number, habits: Partial<Household> = {}): TaxEstimate {
  return estimateTax(UK_2008, { income, smoker: true, drinker: true, driver: true, ...habits });
}

function figuresOf({ direct, otherIndirect, vat, tobacco, alcohol, car }: Decile | TaxEstimate): readonly number[] {
  return [direct, otherIndirect, vat, tobacco, alcohol, car];
}

/** Compare two figures, ignoring the last digits of a double. */
function assertNear(actual: readonly number[], wanted: readonly number[]): void {
  assert.equal(actual.length, wanted.length);
  actual.forEach((value, i) => {
    const margin = Math.abs(wanted[i]!) * 1e-12;
    assert.ok(Math.abs(value - wanted[i]!) <= margin, `${value} is not ${wanted[i]}`);
  });
}

describe("estimateTax", () => {
  for (const decile of deciles) {
    it(`gives the figures of a decile at its income, ${decile.income}`, () => {
      const found = estimate(decile.income);
      assert.deepEqual(figuresOf(found), figuresOf(decile));
      const [direct, ...indirect] = figuresOf(decile);
      assert.equal(
        found.indirect,
        indirect.reduce((sum, figure) => sum + figure, 0),
      );
      assert.equal(found.total, direct! + found.indirect);
    });
  }

  deciles.slice(1).forEach((decile, i) => {
    it(`interpolates half way between ${deciles[i]!.income} and ${decile.income}`, () => {
      const before = figuresOf(deciles[i]!);
      const means = figuresOf(decile).map((figure, at) => (figure + before[at]!) / 2);
      assertNear(figuresOf(estimate((decile.income + deciles[i]!.income) / 2)), means);
    });
  });

  it("interpolates from zero below the first decile", () => {
    assertNear(
      figuresOf(estimate(FIRST.income / 3)),
      figuresOf(FIRST).map((figure) => figure / 3),
    );
  });

  it("keeps the share of income above the tenth decile", () => {
    assertNear(
      figuresOf(estimate(LAST.income * 7)),
      figuresOf(LAST).map((figure) => figure * 7),
    );
    for (const figure of figuresOf(estimate(Number.MAX_VALUE))) assert.ok(Number.isFinite(figure));
  });

  for (const income of [0, -0, -1, -1e9]) {
    it(`gives zeros for ${income}`, () => {
      for (const figure of Object.values(estimate(income))) assert.ok(Object.is(figure, 0));
    });
  }

  it("gives the published figures for an income of 10000", () => {
    const { direct, indirect, vat, tobacco, alcohol, car, total } = estimate(10_000);
    assert.deepEqual(
      [direct, indirect, vat, tobacco, alcohol, car, total].map((figure) => figure.toFixed(2)),
      ["1207.08", "2888.97", "1098.14", "291.94", "153.04", "338.26", "4096.04"],
    );
  });

  it("omits exactly the taxes on absent habits", () => {
    const all = estimate(30_000);
    const none = estimate(30_000, { smoker: false, drinker: false, driver: false });
    assert.deepEqual(figuresOf(none), [all.direct, all.otherIndirect, all.vat, 0, 0, 0]);
    assertNear([all.indirect - none.indirect], [all.tobacco + all.alcohol + all.car]);
    assertNear([all.total - none.total], [all.tobacco + all.alcohol + all.car]);
    assert.equal(estimate(30_000, { drinker: false }).tobacco, all.tobacco);
  });

  it("is continuous", () => {
    const steepest = Math.max(...deciles.flatMap((decile) => figuresOf(decile).map((figure) => figure / 100)));
    fc.assert(
      fc.property(fc.double({ min: 0, max: 200_000, noNaN: true }), (income) => {
        const before = figuresOf(estimate(income));
        const after = figuresOf(estimate(income + 1e-6));
        before.forEach((figure, i) => assert.ok(Math.abs(after[i]! - figure) <= 1e-6 * steepest + 1e-9));
      }),
    );
    for (const { income } of deciles) {
      const before = figuresOf(estimate(income - 1e-9));
      figuresOf(estimate(income)).forEach((figure, i) => assert.ok(Math.abs(figure - before[i]!) < 1e-6));
    }
  });

  it("rises with income wherever the table does", () => {
    const amount = fc.double({ min: -10, max: 200_000, noNaN: true });
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        const [less, more] = [estimate(Math.min(a, b)), estimate(Math.max(a, b))];
        assert.ok(less.direct <= more.direct);
        const above = Math.max(deciles[1]!.income, Math.min(a, b));
        // From the second decile on VAT and other indirect taxes rise too.
        assert.ok(estimate(above).vat <= estimate(Math.max(above, a, b)).vat);
        assert.ok(estimate(above).otherIndirect <= estimate(Math.max(above, a, b)).otherIndirect);
      }),
    );
  });
});
