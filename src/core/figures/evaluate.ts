import { type Integer, multiplyIntegers, powerOfTen } from "../model/values/fraction.js";
import type { Operand, Term } from "../query/aggregate/term.js";
import { decimalFigures, divideColumns, type FractionColumn } from "./column.js";
import type { CellGroups } from "./groups.js";

/** Compute the value of a term in each group, without its window. */
export function evaluateValue({ value, divisor }: Pick<Term, "value" | "divisor">, groups: CellGroups): FractionColumn {
  const values = evaluateOperand(value, groups);
  if (divisor === null) return values;
  return divideColumns(values, evaluateOperand(divisor, groups), groups.length);
}

function evaluateOperand(operand: Operand, { length, sums, statistics, numEntries }: CellGroups): FractionColumn {
  if (operand.is === "entries") return decimalFigures({ unscaled: numEntries, scale: 0 });
  if ("statistic" in operand) return statistics[operand.statistic]!.figures;
  const column = sums[operand.measure]!;
  if (operand.function === "sum") return decimalFigures(column);
  const unit = powerOfTen(column.scale);
  const denominators: Integer[] = [];
  for (let row = 0; row < length; row++) denominators.push(multiplyIntegers(numEntries[row]!, unit));
  return { numerators: column.unscaled, denominators, scale: null };
}
