import { errorText } from "../../../core/errors/error-text.js";
import { InvalidQuery } from "../../../core/errors/errors.js";
import type { Model } from "../../../core/model/cube.js";
import { divideFractions, type Fraction } from "../../../core/model/values/fraction.js";
import type { BoundSeries } from "./plan-pieces.js";
import type { SeriesPeriods } from "./periods.js";
import type { SeriesTuple } from "./series-values.js";

/** Factor that changes nothing. */
export const ONE: Fraction = { numerator: 1, denominator: 1 };

/** Converts amounts of a currency in a period. `shown` is the rate as the series has it. */
export type Converter = (
  from: string,
  tuple: SeriesTuple,
  periods: SeriesPeriods,
) => { readonly factor: Fraction; readonly shown: Fraction } | null;

/** Plan the conversion to a currency. @throws InvalidQuery for a currency that the series does not have */
export function planRates(model: Model, rate: BoundSeries, to: string, isMixed: boolean): Converter {
  const { values, dimensions, name } = rate;
  if (!dimensions.currency) throw new InvalidQuery(`in: ${errorText("rates_without_currencies", { series: name })}`);
  const { base: written, per, stated = null } = rate.dataset.model.dataset.series!;
  const known = new Set([...values.tuples].map(([currency]) => String(currency)));
  const own = model.dataset.currency;
  if (own === null && !isMixed)
    throw new InvalidQuery(`in: ${errorText("no_currency_to_convert", { dataset: model.dataset.name })}`);
  const base = written ?? chooseBase(stated, own, known);
  if (base === null) {
    throw new InvalidQuery(
      `in: ${errorText("rates_without_base", { series: name, own: own ?? "?", stated: stated ?? "?" })}`,
    );
  }
  if (to !== base && !known.has(to)) {
    const listed = [...new Set([base, ...known])].toSorted().join(", ");
    throw new InvalidQuery(`in: ${errorText("currency_not_in_series", { series: name, currency: to, known: listed })}`);
  }
  /** Units of a currency for one unit of the base. */
  const unitsOf = (currency: string, tuple: SeriesTuple, periods: SeriesPeriods): Fraction | null => {
    if (currency === base) return ONE;
    const found = values.at([currency, ...tuple], periods);
    return found && { numerator: found.numerator, denominator: BigInt(found.denominator) * BigInt(per) };
  };
  return (from, tuple, periods) => {
    if (from === to) return { factor: ONE, shown: ONE };
    const [units, before] = [unitsOf(to, tuple, periods), unitsOf(from, tuple, periods)];
    const factor = units && before && divideFractions(units, before);
    if (!factor) return null;
    return { factor, shown: from === base ? units : to === base ? before : factor };
  };
}

/** Choose the currency that rates are for where the series does not say it; `null` if either may be meant. */
function chooseBase(stated: string | null, own: string | null, known: ReadonlySet<string>): string | null {
  if (stated === null || stated === own || own === null) return own ?? stated;
  if (known.has(own) && !known.has(stated)) return stated;
  return known.has(stated) && !known.has(own) ? own : null;
}
