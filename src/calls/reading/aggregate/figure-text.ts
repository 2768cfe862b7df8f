import type { FractionColumn } from "../../../core/figures/column.js";
import { figureAt, isMissingAt, nearestAt } from "../../../core/figures/column.js";
import type { FigureCells } from "../../../core/figures/figure-cells.js";
import { decimalText } from "../../../core/model/values/decimal.js";
import { fractionText } from "../../../core/model/values/fraction.js";
import { isCount, type Term } from "../../../core/query/aggregate/term.js";
import type { WrittenFigure } from "./cell-parts.js";

/** The way in which a format writes figures. */
export interface FigureForm {
  /** Text of a missing figure. */
  readonly missing: string;
  /** Write the double nearest to a quotient. */
  readonly number: (number: number) => string;
  /** Write a text. */
  readonly text: (text: string) => string;
}

/**
 * Write one figure of a term: a decimal with all its digits, a quotient as the nearest double, or, if `exact`, whatever is
 * not a count as text in full.
 */
export function writeFigure(
  column: FractionColumn,
  row: number,
  term: Term,
  exact: boolean,
  { missing, number, text }: FigureForm,
): string {
  if (exact && !isCount(term)) {
    const figure = figureAt(column, row);
    return figure ? text(fractionText(figure)) : missing;
  }
  if (isMissingAt(column, row)) return missing;
  const { scale } = column;
  if (scale === null) return number(nearestAt(column, row));
  return decimalText({ unscaled: BigInt(column.numerators[row]!), scale });
}

/** Return the part of a cell that writes a term. @param at index of the term */
export function figureOf(term: Term, at: number, exact: boolean, form: FigureForm): WrittenFigure<FigureCells> {
  const isText = exact && !isCount(term);
  let batch: FigureCells | undefined;
  let column: FractionColumn;
  let areDecimals = false;
  return {
    writeFigure(cells, row, out) {
      if (cells !== batch) {
        column = (batch = cells).terms[at]!;
        areDecimals = !isText && column.scale !== null && !(typeof column.denominators === "object");
      }
      // The shorter way of most figures, without objects and texts between.
      if (areDecimals || !(isText || column.scale === null || isMissingAt(column, row)))
        out.writeDecimal(column.numerators[row]!, column.scale!);
      else out.write(writeFigure(column, row, term, exact, form));
    },
  };
}
