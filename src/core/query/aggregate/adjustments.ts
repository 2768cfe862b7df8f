import { errorText } from "../../errors/error-text.js";
import type { Parameters } from "../parameters.js";

/** The adjustments of amounts that a request asks for, not yet checked against datasets. */
export interface ParsedAdjustments {
  /** Period whose prices amounts are in, and the name of the index; `null` for the dataset's own. */
  readonly prices: { readonly base: string; readonly series: string | null } | null;
  /** Currency that amounts are in, and the name of the rates; `null` for the dataset's own. */
  readonly in: { readonly currency: string; readonly series: string | null } | null;
  /** Series that amounts are divided by, and its measure; `null` for `amount`. */
  readonly per: { readonly series: string; readonly measure: string | null } | null;
}

/** Parameters that ask for adjustments. */
export const ADJUSTING = ["prices", "in", "per"] as const;

/** A year, a fiscal year or a month. */
const BASE = /^(?:\d{4}|\d{4}\/\d{2}|\d{4}-?(?:0[1-9]|1[0-2]))$/;

/** Parse `prices=2009@deflator`, `in=EUR@rates` and `per=population.adults`; `null` without any. */
export function parseAdjustments(parameters: Parameters, errors: string[]): ParsedAdjustments | null {
  const textOf = (name: string): string | null => parameters.get(name)?.trim() || null;
  const [prices, currency, per] = ADJUSTING.map(textOf);
  if (!prices && !currency && !per) return null;
  return {
    prices: prices ? readPrices(prices, errors) : null,
    in: currency ? readCurrency(currency) : null,
    per: per ? readPer(per, errors) : null,
  };
}

function readPrices(text: string, errors: string[]): ParsedAdjustments["prices"] {
  const [base, series] = splitSeries(text);
  if (!BASE.test(base)) errors.push(`prices: ${errorText("not_a_base_period", { base })}`);
  return { base, series };
}

function readCurrency(text: string): ParsedAdjustments["in"] {
  const [currency, series] = splitSeries(text);
  return { currency: currency.toUpperCase(), series };
}

function readPer(text: string, errors: string[]): ParsedAdjustments["per"] {
  if (text.includes("|")) errors.push(`per: ${errorText("several_divisors", { series: text })}`);
  const [, series = "", measure] = /^([^.@]*(?:@[^.]*)?)(?:\.(.*))?$/.exec(text) ?? [];
  if (series === "" || measure === "") errors.push(`per: ${errorText("not_a_divisor", { series: text })}`);
  return { series, measure: measure ?? null };
}

function splitSeries(text: string): readonly [value: string, series: string | null] {
  const at = text.indexOf("@");
  return at < 0 ? [text, null] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

/** Print adjustments as parameters. The inverse of `parseAdjustments`. */
export function printAdjustments(adjustments: ParsedAdjustments | null): readonly [name: string, value: string][] {
  if (!adjustments) return [];
  const { prices, in: currency, per } = adjustments;
  const withSeries = (value: string, series: string | null): string => (series === null ? value : `${value}@${series}`);
  return [
    ["prices", prices ? withSeries(prices.base, prices.series) : ""],
    ["in", currency ? withSeries(currency.currency, currency.series) : ""],
    ["per", per ? per.series + (per.measure === null ? "" : `.${per.measure}`) : ""],
  ];
}
