import type { Decile, TaxTable } from "./deciles.js";

export interface Household {
  /** Total income with pensions and benefits, in pounds a year. */
  readonly income: number;
  readonly smoker: boolean;
  readonly drinker: boolean;
  readonly driver: boolean;
}

/** Estimated taxes in pounds a year, not rounded. */
export interface TaxEstimate {
  readonly direct: number;
  readonly vat: number;
  readonly tobacco: number;
  readonly alcohol: number;
  readonly car: number;
  readonly otherIndirect: number;
  /** Sum of VAT, tobacco, alcohol, car and other indirect taxes. */
  readonly indirect: number;
  /** Sum of direct and indirect taxes. */
  readonly total: number;
}

/** Estimate a household's taxes from the average of households with its income; all zero without an income. */
export function estimateTax({ deciles }: TaxTable, { income, smoker, drinker, driver }: Household): TaxEstimate {
  const { direct, otherIndirect, vat, ...figures } = figuresAt(deciles, Math.max(0, income));
  const tobacco = smoker ? figures.tobacco : 0;
  const alcohol = drinker ? figures.alcohol : 0;
  const car = driver ? figures.car : 0;
  const indirect = vat + tobacco + alcohol + car + otherIndirect;
  return { direct, vat, tobacco, alcohol, car, otherIndirect, indirect, total: direct + indirect };
}

/**
 * Interpolate the figures linearly between two deciles, or between zero and the first one. Above the last decile every
 * figure keeps its share of income. A decile's own income gives exactly its figures.
 */
function figuresAt(deciles: readonly Decile[], income: number): Decile {
  const next = deciles.findIndex((decile) => income < decile.income);
  if (next <= 0) {
    const edge = deciles.at(next)!;
    return mapFigures(edge, (figure) => figure * (income / edge.income));
  }
  const [below, above] = [deciles[next - 1]!, deciles[next]!];
  const share = (income - below.income) / (above.income - below.income);
  return mapFigures(below, (figure, name) => figure + (above[name] - figure) * share);
}

function mapFigures(decile: Decile, change: (figure: number, name: keyof Decile) => number): Decile {
  const { income, direct, otherIndirect, vat, tobacco, alcohol, car } = decile;
  return {
    income: change(income, "income"),
    direct: change(direct, "direct"),
    otherIndirect: change(otherIndirect, "otherIndirect"),
    vat: change(vat, "vat"),
    tobacco: change(tobacco, "tobacco"),
    alcohol: change(alcohol, "alcohol"),
    car: change(car, "car"),
  };
}
