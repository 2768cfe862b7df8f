import { divideFractions, type Fraction } from "../model/values/fraction.js";
import type { Term, Window } from "../query/aggregate/term.js";
import { figuresByRow, type FractionColumn, figureAt } from "./column.js";
import { differenceOf } from "./difference.js";
import { evaluateExpression } from "./expression.js";
import type { CellGroups } from "./groups.js";

/** Return the whole that a share of a combined cell is a part of; `null` if it is a part of none. */
export type WholeOf = (row: number) => Fraction | null;

/**
 * Evaluate a term in each cell by itself, also in cells that were put together from others: exactly, from their sums and
 * numbers of entries. What compares one cell with others is missing.
 * @param wholeOf wholes of the term's shares within groups
 */
export function evaluateCellwise(
  term: Term,
  groups: CellGroups,
  total: CellGroups,
  wholeOf: WholeOf | null,
): FractionColumn {
  const { window } = term;
  const values = evaluateExpression(term, groups);
  if (window === null) return values;
  if (window.is === "side") return compareSides(window.as, term, values, groups);
  if (window.is !== "share") return missingFigures(groups.length, scaleOf(window, values));
  if (window.within.length === 0) return sharesOfTotal(term, values, groups.length, total);
  return figuresByRow(groups.length, (row) => {
    const [own, whole] = [figureAt(values, row), wholeOf?.(row)];
    return own && whole ? divideFractions(own, whole) : null;
  });
}

/** Compare the values of each cell with those of the other side. */
export function compareSides(
  as: "against" | "difference" | "change",
  term: Pick<Term, "value" | "divisor">,
  values: FractionColumn,
  { length, against }: CellGroups,
): FractionColumn {
  const others = evaluateExpression(term, against!);
  if (as === "against") return others;
  // Two datasets may have different scales.
  const scale = values.scale === others.scale ? values.scale : null;
  return figuresByRow(
    length,
    (row) => differenceOf(figureAt(values, row), figureAt(others, row), as === "change"),
    as === "change" ? null : scale,
  );
}

/** Divide values by that of all entries. */
export function sharesOfTotal(
  term: Pick<Term, "value" | "divisor">,
  values: FractionColumn,
  length: number,
  total: CellGroups,
): FractionColumn {
  const whole = figureAt(evaluateExpression(term, total), 0);
  if (!whole) return missingFigures(length, null);
  const { numerators, denominators } = values;
  // Parts of one whole with one denominator have the whole's numerator under them.
  if (denominators === whole.denominator && whole.numerator > 0) {
    return { numerators, denominators: whole.numerator, scale: null };
  }
  return figuresByRow(length, (row) => {
    const own = figureAt(values, row);
    return own && divideFractions(own, whole);
  });
}

/** Return the digits after the decimal point of a window's figures. */
function scaleOf({ is }: Window, { scale }: FractionColumn): number | null {
  if (is === "rank") return 0;
  return is === "running" || is === "difference" ? scale : null;
}

function missingFigures(length: number, scale: number | null): FractionColumn {
  return figuresByRow(length, () => null, scale);
}

/** True if a term has a figure for all entries: it compares no cell with others. */
export function hasSummary({ window }: Term): boolean {
  return window === null || window.is === "side" || (window.is === "share" && window.within.length === 0);
}
