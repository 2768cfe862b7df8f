import type { FigureCells } from "../../../core/figures/figure-cells.js";
import { isMoneyMeasure } from "../../../core/model/spending.js";
import {
  addFractions,
  type Fraction,
  multiplyFractions,
  nearestQuotient,
  powerOfTen,
  ZERO_FRACTION,
} from "../../../core/model/values/fraction.js";
import type { AggregateQuery } from "../../../core/query/aggregate/query.js";
import type { Adjuster } from "./adjust.js";

/** Amounts of a cell in one period, before and after. */
interface InflatedPart {
  readonly original: Fraction;
  readonly inflated: Fraction;
}

/** Amounts of one period as the ancestor of this interface wrote them. */
export interface InflationAdjustment {
  /** Period of the amounts. */
  readonly reference: string;
  /** Period of the prices. */
  readonly target: string;
  readonly original: number;
  readonly inflated: number;
}

/** Return a function that lists the amounts of a cell by period, before and after. @param target year of the prices */
export function planInflated(
  { measures }: AggregateQuery,
  { pieces }: Adjuster,
  target: string,
): (cell: number) => readonly InflationAdjustment[] {
  const { cells, cellOf, periodOf, factorOf } = pieces;
  const measure = measures.findIndex(isMoneyMeasure);
  const byCell = new Map<number, Map<string, InflatedPart>>();
  const { unscaled, scale } = cells.sums[measure] ?? { unscaled: [], scale: 0 };
  for (let row = 0; row < unscaled.length; row++) {
    const paid = { numerator: unscaled[row]!, denominator: powerOfTen(scale) };
    const factor = factorOf(row);
    if (!factor) continue;
    let periods = byCell.get(cellOf(row));
    if (!periods) byCell.set(cellOf(row), (periods = new Map<string, InflatedPart>()));
    const period = String(periodOf(row));
    const { original, inflated } = periods.get(period) ?? { original: ZERO_FRACTION, inflated: ZERO_FRACTION };
    periods.set(period, {
      original: addFractions(original, paid),
      inflated: addFractions(inflated, multiplyFractions(paid, factor)),
    });
  }
  const numberOf = ({ numerator, denominator }: Fraction): number => nearestQuotient(numerator, denominator);
  return (cell) =>
    [...(byCell.get(cell) ?? [])]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([reference, { original, inflated }]) => ({
        reference,
        target,
        original: numberOf(original),
        inflated: numberOf(inflated),
      }));
}

/** Plan how cells show their amounts by period, before and after. */
export function planInflation(
  { query }: { readonly query: AggregateQuery },
  adjuster: Adjuster,
  target: string,
): {
  readonly identify: (cells: FigureCells, row: number) => unknown;
  readonly write: (cells: FigureCells, row: number) => string;
} {
  const list = planInflated(query, adjuster, target);
  return {
    identify: ({ rows }, row) => rows[row],
    write: ({ rows }, row) => JSON.stringify(list(rows[row]!)),
  };
}
