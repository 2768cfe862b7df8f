import type { DatasetMetadata, Measure, Model } from "./cube.js";

/** True for a dataset of spending or revenue; false for a series, a crosswalk and a table of labels. */
export function holdsSpending({ kind, series }: DatasetMetadata): boolean {
  return !kind && !series;
}

/** True for a dataset with amounts to add up; false for a crosswalk and a table of labels. */
export function hasMeasures({ measures }: Pick<Model, "measures">): boolean {
  return measures.length > 0;
}

/** True for a measure of money: its unit is a currency, or it has none. */
export function isMoneyMeasure({ unit }: Pick<Measure, "unit">): boolean {
  return unit === undefined || /^[A-Z]{3}$/.test(unit);
}

/** Return the currency of a measure: its unit if that is one, that of the dataset if it has no unit; `null` for people. */
export function currencyOfMeasure(
  measure: Pick<Measure, "unit"> | undefined,
  { currency }: Pick<DatasetMetadata, "currency">,
): string | null {
  const unit = measure?.unit;
  if (unit === undefined) return currency;
  return isMoneyMeasure({ unit }) ? unit : null;
}
