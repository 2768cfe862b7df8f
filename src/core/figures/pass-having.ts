import type { Decimal } from "../model/values/decimal.js";
import { compareFractions, type Fraction, powerOfTen } from "../model/values/fraction.js";
import type { AmountTest, Bound } from "../query/condition/condition.js";
import type { HavingTest } from "../query/aggregate/figures.js";
import { decimalFigures, type FractionColumn, figureAt } from "./column.js";

/** List the cells that pass all tests, in their order. A missing figure passes none. */
export function passHaving(
  tests: readonly HavingTest[],
  length: number,
  numEntries: Float64Array,
  terms: readonly FractionColumn[],
): Uint32Array {
  const entries = decimalFigures({ unscaled: numEntries, scale: 0 });
  const columns = tests.map(({ term }) => (term === null ? entries : terms[term]!));
  const rows = Array.from({ length }, (_, row) => row).filter((row) =>
    tests.every(({ amounts, excluded }, at) => {
      const figure = figureAt(columns[at]!, row);
      return figure !== null && passesTest(amounts, figure) !== excluded;
    }),
  );
  return Uint32Array.from(rows);
}

function passesTest(test: AmountTest, figure: Fraction): boolean {
  if (test.is === "one of") return test.amounts.some((amount) => compareWith(figure, amount) === 0);
  return isInside(figure, test.from, 1) && isInside(figure, test.to, -1);
}

/** @param side 1 for a lower bound, -1 for an upper one */
function isInside(figure: Fraction, bound: Bound<Decimal> | null, side: 1 | -1): boolean {
  if (bound === null) return true;
  const order = compareWith(figure, bound.at) * side;
  return order > 0 || (order === 0 && bound.inclusive);
}

function compareWith(figure: Fraction, { unscaled, scale }: Decimal): number {
  return compareFractions(figure, { numerator: unscaled, denominator: powerOfTen(scale) });
}
