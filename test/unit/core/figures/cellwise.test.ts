import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type FractionColumn, figureAt } from "#src/core/figures/column.js";
import { compareSides } from "#src/core/figures/cellwise.js";
import { evaluateExpression } from "#src/core/figures/expression.js";
import type { CellGroups } from "#src/core/figures/groups.js";
import { fractionText, powerOfTen } from "#src/core/model/values/fraction.js";
import type { Term } from "#src/core/query/aggregate/term.js";

const TERM: Pick<Term, "value" | "divisor"> = {
  value: { is: "amounts", function: "sum", sum: 0, statistic: -1 },
  divisor: null,
};

/** One cell of a measure with some digits after the point. */
function groupOf(unscaled: number, scale: number, against?: CellGroups): CellGroups {
  const sums = [{ unscaled: Float64Array.of(unscaled), scale }];
  return { length: 1, sums, statistics: [], numEntries: Float64Array.of(1), against };
}

/** The figure as writers read it: in units of 10^-`scale`, if the column says so. */
function written(column: FractionColumn): string {
  const figure = figureAt(column, 0)!;
  return fractionText(column.scale === null ? figure : { ...figure, denominator: powerOfTen(column.scale) });
}

describe("a comparison of amounts with different decimals", () => {
  for (const [own, ownScale, other, otherScale, difference, change] of [
    [125, 2, 20, 0, "-18.75", "-0.9375"],
    [20, 0, 125, 2, "18.75", "15"],
    [125, 2, 20, 2, "1.05", "5.25"],
    [1_250, 3, 125, 2, "0", "0"],
  ] as const) {
    it(`is exact: ${own} × 10^-${ownScale} against ${other} × 10^-${otherScale}`, () => {
      const groups = groupOf(own, ownScale, groupOf(other, otherScale));
      const values = evaluateExpression(TERM, groups);
      assert.equal(written(compareSides("difference", TERM, values, groups)), difference);
      assert.equal(written(compareSides("change", TERM, values, groups)), change);
      assert.equal(
        written(compareSides("against", TERM, values, groups)),
        fractionText({ numerator: other, denominator: 10 ** otherScale }),
      );
    });
  }
});
