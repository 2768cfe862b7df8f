import { type Actor, ANONYMOUS } from "../../../access/actor.js";
import { gatherCells } from "../../../core/engine/collect-cells.js";
import { withReader } from "../../../core/engine/with-reader.js";
import type { Value } from "../../../core/model/values/value.js";
import { isMoneyMeasure } from "../../../core/model/spending.js";
import type { Measure, Model } from "../../../core/model/cube.js";
import { type Dataset, summarizeVersion } from "../../../store/dataset.js";
import { type Context, queryBounds } from "../../context.js";
import { hasItsPrices, mayBeOfItsPlaces } from "./series-places.js";
import { matchDimensions } from "./read-series.js";
import { listReadableSeries } from "../lookup/find-dataset.js";

/** The series that the amounts of a dataset can be adjusted by, of those that the caller may read. */
export interface FittingSeries {
  readonly prices: readonly Dataset[];
  readonly rates: readonly Dataset[];
  readonly per: readonly Dataset[];
}

/** Find the series that fit a dataset: those that its model names first, then those of its members or its countries. */
export function findFitting(context: Context, actor: Actor, { model, isFixed }: Dataset): FittingSeries {
  const [first] = model.measures;
  // Pages of a version never change, so that they offer nothing that may.
  if (isFixed || !first || !isMoneyMeasure(first)) return NO_SERIES;
  const series = listReadableSeries(context, actor);
  if (series.length === 0) return NO_SERIES;
  const { references } = model;
  const choose = (
    kinds: readonly string[],
    named: readonly string[],
    fits: (model: Model, series: Model) => boolean,
  ) => {
    const own = series.filter((each) => kinds.includes(summarizeVersion(each).metadata.series!.kind));
    const first = named.flatMap((name) => own.find((each) => nameOf(each) === name) ?? []);
    const others = own.filter((each) => !first.includes(each) && fits(model, each.model));
    return [...first, ...others.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))];
  };
  return {
    prices: choose(["index"], [references.prices ?? ""], hasItsPrices),
    rates: choose(["rate"], [references.in ?? ""], () => true),
    per: [
      ...choose(["stock"], references.per, mayBeOfItsPlaces),
      ...choose(["flow"], references.per, mayBeOfItsPlaces),
    ],
  };
}

const NO_SERIES: FittingSeries = { prices: [], rates: [], per: [] };

function nameOf(dataset: Dataset): string {
  return summarizeVersion(dataset).metadata.name;
}

/** List all series that fit, each once. */
export function listFitting({ prices, rates, per }: FittingSeries): readonly Dataset[] {
  return [...new Set([...prices, ...rates, ...per])];
}

/** Maximum number of series to divide by that are listed. */
const MAX_DIVISORS = 3;

/** List the names of fitting series, as the `references` of a model has them; `null` if none fits. */
export function namesOfFitting({ prices, rates, per }: FittingSeries): Readonly<Record<string, unknown>> | null {
  const [index, rate] = [prices[0], rates[0]];
  const divisors = per.slice(0, MAX_DIVISORS).map(nameOf);
  if (!index && !rate && divisors.length === 0) return null;
  return {
    ...(index && { prices: nameOf(index) }),
    ...(rate && { in: nameOf(rate) }),
    ...(divisors.length > 0 && { per: divisors }),
  };
}

/** Return the measure of a series that amounts are divided by, if nothing names another. */
export function measureOf({ model: { measures } }: Dataset): Measure | undefined {
  return measures.find(({ name }) => name === "amount") ?? measures[0];
}

/** Name what amounts are a share of: the measure of a series, unless its label says nothing of its own. */
export function nameWhole({ model }: Dataset, { label }: Measure): string {
  return /^(?:amounts?|value|total)$/i.test(label) ? model.dataset.label : label;
}

/** Maximum number of currencies. */
const MAX_CURRENCIES = 300;

/** List the currencies of rates, and the one that they are of. Once for each version. */
export function readCurrencies(context: Context, rates: Dataset): Promise<readonly string[]> {
  return context.facts.find(rates, "currencies", async (): Promise<readonly string[]> => {
    const { model } = rates;
    const { currency } = matchDimensions(model, model, "in");
    const { base = null, stated = null } = model.dataset.series ?? {};
    const own = [base ?? stated ?? []].flat();
    if (!currency) return own;
    const key = { dimension: currency, attribute: currency.identity };
    const query = { filters: [], keys: [key], measures: [], order: [], first: 0, limit: MAX_CURRENCIES };
    const { cells } = await withReader(rates, queryBounds(context, ANONYMOUS), async (reader) =>
      gatherCells(await reader.aggregate(query)),
    );
    return [...own, ...(cells.keys[0] as readonly Value[]).flatMap((each) => (each === null ? [] : [String(each)]))];
  });
}
