import type { MeasureFunction } from "../model/measure-functions.js";
import {
  type Fraction,
  type Integer,
  multiplyIntegers,
  powerOfTen,
  sampleDeviation,
} from "../model/values/fraction.js";
import { shortestDecimal } from "../model/values/decimal.js";
import type { Operand, Term } from "../query/aggregate/term.js";
import { figuresByRow, decimalFigures, divideColumns, figureAt, type FractionColumn } from "./column.js";
import type { CellGroups } from "./groups.js";

/** Evaluate the expression of a term in each group, without its window. */
export function evaluateExpression(
  { value, divisor }: Pick<Term, "value" | "divisor">,
  groups: CellGroups,
): FractionColumn {
  const values = evaluateOperand(value, groups);
  if (divisor === null) return values;
  return divideColumns(values, evaluateOperand(divisor, groups), groups.length);
}

function evaluateOperand(operand: Operand, groups: CellGroups): FractionColumn {
  if (operand.is === "entries") return decimalFigures({ unscaled: groups.numEntries, scale: 0 });
  return operand.is === "count" ? statisticOf(operand, groups) : FUNCTIONS[operand.function](operand, groups);
}

type Amounts = Extract<Operand, { is: "amounts" }>;

/** How each function of amounts is computed. */
const FUNCTIONS: Readonly<Record<MeasureFunction, (operand: Amounts, groups: CellGroups) => FractionColumn>> = {
  sum: sumOf,
  avg: averageOf,
  min: statisticOf,
  max: statisticOf,
  median: statisticOf,
  stddev: deviationOf,
};

function sumOf({ sum }: Pick<Amounts, "sum">, { sums, adjusted }: CellGroups): FractionColumn {
  return adjusted?.sums[sum] ?? decimalFigures(sums[sum]!);
}

function statisticOf({ statistic }: Pick<Amounts, "statistic">, { statistics, adjusted }: CellGroups): FractionColumn {
  return adjusted?.statistics[statistic] ?? statistics[statistic]!.figures;
}

function averageOf(operand: Amounts, groups: CellGroups): FractionColumn {
  const { length, sums, numEntries, adjusted } = groups;
  if (adjusted?.sums[operand.sum]) {
    return divideColumns(sumOf(operand, groups), decimalFigures({ unscaled: numEntries, scale: 0 }), length);
  }
  const column = sums[operand.sum]!;
  const unit = powerOfTen(column.scale);
  const denominators: Integer[] = [];
  for (let row = 0; row < length; row++) denominators.push(multiplyIntegers(numEntries[row]!, unit));
  return { numerators: column.unscaled, denominators, scale: null };
}

/** Compute standard deviations of samples, as decimals of the nearest doubles. Missing below two entries. */
function deviationOf(
  { sum, statistic }: Amounts,
  { length, sums, statistics, numEntries }: CellGroups,
): FractionColumn {
  const { unscaled, scale } = sums[sum]!;
  const unit = BigInt(powerOfTen(scale));
  const squares = statistics[statistic]!.figures;
  return figuresByRow(length, (row): Fraction | null => {
    const n = BigInt(numEntries[row]!);
    const square = figureAt(squares, row);
    if (n < 2n || square === null) return null;
    const total = BigInt(unscaled[row]!);
    const root = shortestDecimal(sampleDeviation(n, total, BigInt(square.numerator), unit));
    return { numerator: root.unscaled, denominator: powerOfTen(root.scale) };
  });
}
