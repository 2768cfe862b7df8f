import { errorText } from "../../../core/errors/error-text.js";
import type { Parameters } from "../../../core/query/parameters.js";

/** A warning beside amounts that were to be adjusted to the prices of a year, in the form of OpenSpending. */
export interface InflationWarning {
  readonly inflation: string;
  readonly error: string;
}

/** Return the year that a call asks to adjust amounts to the prices of; empty if it does not ask. */
export function readInflation(parameters: Parameters): string {
  return parameters.get("prices") === undefined ? (parameters.get("inflate")?.trim() ?? "") : "";
}

/** Say why amounts are nominal although a call asks to adjust them. @param reason sentence about the series */
export function warnOfInflation(year: string, reason: string | null): InflationWarning {
  const isYear = /^\d{4}$/.test(year);
  const error = isYear
    ? (reason ?? errorText("no_prices_for_year", { year }))
    : errorText("not_a_year_of_prices", { value: year });
  return { inflation: "Unable to do inflation adjustment", error };
}
