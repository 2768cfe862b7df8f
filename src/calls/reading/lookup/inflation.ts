import type { Parameters } from "../../../core/query/parameters.js";

/** A warning beside amounts that were to be adjusted to the prices of a year, in the form of OpenSpending. */
export interface InflationWarning {
  readonly inflation: string;
  readonly error: string;
}

/** Warn that amounts are nominal where a call asks to adjust them; `null` if it does not ask. */
export function warnOfInflation(parameters: Parameters): InflationWarning | null {
  const year = parameters.get("inflate")?.trim() ?? "";
  if (year === "") return null;
  const isYear = /^\d{4}$/.test(year);
  const error = isYear
    ? `There are no prices to adjust amounts to ${year} by; they are as in the data`
    : `"${year}" is not a year, such as 2009; amounts are as in the data`;
  return { inflation: "Unable to do inflation adjustment", error };
}
