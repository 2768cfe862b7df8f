import { type ParsedAdjustments, printAdjustments } from "../../../core/query/aggregate/adjustments.js";
import type { FiscalYear, Measure, Model } from "../../../core/model/cube.js";
import { type Dataset, summarizeVersion } from "../../../store/dataset.js";
import { type FittingSeries, measureOf, nameWhole, readCurrencies } from "../../reading/adjust/fitting-series.js";
import { findUndivided, placesOf } from "../../reading/adjust/series-places.js";
import { readFiscalYear } from "./fiscal-years.js";
import type { AmountUnit } from "./amount-unit.js";
import type { PageScope } from "./page-scope.js";

/** A way to adjust the amounts of a page, as a switch. */
export interface AdjustmentOffer {
  readonly kind: "paid" | "prices" | "per" | "in";
  /** Name of the period, the unit or the currency; of a share what it is of. */
  readonly what: string;
  /** The fiscal year that years of prices stand for, as the series says; `null` for those of the calendar, and others. */
  readonly fiscal: FiscalYear | null;
  readonly isShare: boolean;
  /** Codes of the countries that all people are of, where the dataset may be of others; absent for its own. */
  readonly places?: readonly string[];
  /** Label of the series, where several fit; `null` for the only one. */
  readonly series: string | null;
  /** Parameters of the page with it, or without it if it is on. */
  readonly pairs: readonly (readonly [name: string, value: string])[];
  readonly isOn: boolean;
  /** Other periods to be in the prices of, with their parameters; none unless it is on. */
  readonly periods: readonly (readonly [period: string, pairs: AdjustmentOffer["pairs"]])[];
}

/** The years of a page, the one that heads it, and the one that heads pages of the dataset unless another is asked for. */
export interface PageYears {
  readonly years: readonly string[];
  readonly headed: string | null;
  readonly preset: string | null;
  /** References of what the page is cut to and split by; absent: nothing. */
  readonly references?: readonly string[];
}

/** Maximum number of periods and of currencies that a page offers. */
const MAX_PERIODS = 12;
const MAX_CURRENCIES = 4;
/** The currencies that are offered first. */
const CURRENCIES = ["EUR", "USD", "GBP", "JPY", "CNY", "CHF"];

/**
 * List the ways to adjust amounts by series that fit, and those that are on. None if no series fits.
 * @param unit unit of the amounts as they are adjusted
 */
export async function listOffers(
  scope: PageScope,
  fitting: FittingSeries,
  requested: ParsedAdjustments | null,
  pageYears: PageYears,
  unit: AmountUnit,
): Promise<readonly AdjustmentOffer[]> {
  const { dataset } = scope;
  const now = requested ?? { prices: null, in: null, per: null };
  const print = (changes: Partial<ParsedAdjustments>): AdjustmentOffer["pairs"] =>
    printAdjustments({ ...now, ...changes }).filter(([, value]) => value !== "");
  const rates = await readRates(scope, fitting.rates, pageYears.years);
  const fiscals = new Map<Dataset, FiscalYear | null>();
  for (const each of fitting.prices) fiscals.set(each, await readFiscalYear({ ...scope, dataset: each }));
  const offers = [
    ...offerPrices(dataset, fitting, now, print, pageYears).map(({ index, ...offer }) => ({
      ...offer,
      fiscal: (index && fiscals.get(index)) ?? null,
    })),
    ...offerPer(dataset, fitting.per, rates, now, print, { ...pageYears, unit }),
    ...offerCurrencies(dataset, rates, now, print),
  ];
  if (offers.length === 0) return [];
  return [...paid(requested === null), ...offers];
}

function paid(isOn: boolean): readonly AdjustmentOffer[] {
  return [{ ...PLAIN, kind: "paid", what: "", pairs: [], isOn }];
}

const PLAIN = { fiscal: null, isShare: false, series: null, periods: [] } as const;

type Print = (changes: Partial<ParsedAdjustments>) => AdjustmentOffer["pairs"];

function offerPrices(
  { model: { references } }: Dataset,
  { prices: series, per: shares }: FittingSeries,
  { prices, per }: ParsedAdjustments,
  print: Print,
  { years, headed, preset }: PageYears,
): readonly (AdjustmentOffer & { readonly index: Dataset | null })[] {
  const isNamed = series.length > 1;
  const offered = series.flatMap((each): ReturnType<typeof offerPrices> => {
    const { name, label } = metadataOf(each);
    const known = commonYears(each, years);
    if (known.length === 0) return [];
    const isOn = prices !== null && isChosen(prices.series, name, isNamed ? references.prices : name);
    const base = isOn ? prices.base : (known.find((year) => year === (headed ?? preset)) ?? known.at(-1)!);
    // The series that the model names needs no name.
    const own = isNamed && name !== references.prices ? name : null;
    const pairsOf = (period: string) => print({ prices: { base: period, series: own }, per: null });
    const keepPer = (period: string) => print({ prices: { base: period, series: own } });
    const isShare =
      per !== null && shares.some((other) => isFlow(other) && nameOf(per.series) === metadataOf(other).name);
    const make = isShare ? pairsOf : keepPer;
    return [
      {
        ...PLAIN,
        kind: "prices",
        index: each,
        what: base,
        series: isNamed ? label : null,
        pairs: isOn ? print({ prices: null }) : make(base),
        isOn,
        periods: isOn ? known.slice(-MAX_PERIODS).map((period) => [period, make(period)] as const) : [],
      },
    ];
  });
  const isUnlisted = prices !== null && !offered.some(({ isOn }) => isOn);
  const own = {
    ...PLAIN,
    kind: "prices",
    index: null,
    what: prices?.base ?? "",
    pairs: print({ prices: null }),
    isOn: true,
  } as const;
  return isUnlisted ? [...offered, own] : offered;
}

function offerPer(
  { model }: Dataset,
  series: readonly Dataset[],
  rates: readonly KnownRates[],
  { in: to, per }: ParsedAdjustments,
  print: Print,
  { years, references: shownBy = [], unit: shown }: PageYears & { readonly unit: AmountUnit },
): readonly AdjustmentOffer[] {
  const { dataset, references } = model;
  const currency = to?.currency ?? dataset.currency;
  const chosen = per && { name: nameOf(per.series), measure: per.measure };
  const fitting = series.filter((each) => fitsPlaces(model, each, shownBy) || chosen?.name === metadataOf(each).name);
  const all = fitting.flatMap((each) => listMeasures(each, chosen).map((measure) => ({ each, measure })));
  const offered = all.flatMap(({ each, measure }): readonly AdjustmentOffer[] => {
    const { name, label, series: meaning, currency: theirs } = metadataOf(each);
    // The measure that `per=NAME` stands for.
    const isPreset = measure.name === "amount" || each.model.measures.length === 1;
    const isOn = chosen?.name === name && (chosen.measure === null ? isPreset : chosen.measure === measure.name);
    const isOfMoney = meaning?.kind === "flow";
    const whole = measure.unit ?? theirs;
    const fits = !isOfMoney || whole === currency;
    // A share of money in another currency is one of amounts that are converted to it.
    const converted =
      fits || isOn ? null : rates.find(({ currencies }) => whole !== null && currencies.includes(whole));
    if (commonYears(each, years).length === 0 || (!fits && !isOn && !converted)) return [];
    const unit = measure.unit ?? measure.label;
    const alike = all.filter(({ each: other, measure: own }) =>
      isOfMoney ? isFlow(other) : !isFlow(other) && (own.unit ?? "") === (measure.unit ?? ""),
    );
    const isOnlySeries = alike.every(({ each: other }) => other === each);
    const isOnlyMeasure = alike.filter(({ each: other }) => other === each).length === 1;
    const named = [isOnlySeries ? [] : label, isOnlyMeasure || isOfMoney ? [] : measure.label].flat();
    const next = { series: name, measure: isPreset ? null : measure.name };
    const places = isOfMoney ? [] : placesOf(model, each.model);
    return [
      {
        ...PLAIN,
        ...(places.length > 0 && { places }),
        kind: "per",
        what: isOfMoney ? nameWhole(each, measure) : unit === "people" ? "person" : unit,
        isShare: isOfMoney,
        series: named.length === 0 ? null : named.join(", "),
        // A share of money of the same time needs no prices.
        pairs: isOn
          ? print({ per: null })
          : print({
              per: next,
              ...(isOfMoney && { prices: null }),
              ...(converted && {
                in: { currency: whole!, series: converted.name === references.in ? null : converted.name },
              }),
            }),
        isOn,
      },
    ];
  });
  if (per === null || offered.some(({ isOn }) => isOn)) return offered;
  // A series that the address names, but that nothing offers.
  const { per: what, places, shareOf } = shown;
  const named = { what: what ?? shareOf ?? per.series, isShare: shareOf !== null, ...(places && { places }) };
  return [...offered, { ...PLAIN, ...named, kind: "per", pairs: print({ per: null }), isOn: true }];
}

/** True if a series is of money, or has the people of each place that a page is of. */
function fitsPlaces(model: Model, series: Dataset, references: readonly string[]): boolean {
  return isFlow(series) || findUndivided(model, series.model, references) === null;
}

/** Maximum number of measures of a series that a page offers. */
const MAX_MEASURES = 4;

/** List measures of a series that amounts can be divided by, with the one that is chosen. */
function listMeasures(
  series: Dataset,
  chosen: { readonly name: string; readonly measure: string | null } | null,
): readonly Measure[] {
  const { measures } = series.model;
  const preset = measureOf(series);
  const isChosen = ({ name }: Measure): boolean => chosen?.name === metadataOf(series).name && name === chosen.measure;
  const first = [preset ?? [], measures.filter((each) => each !== preset && isChosen(each))].flat();
  return [...first, ...measures.filter((each) => !first.includes(each))].slice(0, MAX_MEASURES);
}

/** Rates that fit a page, with the currencies that they have. */
interface KnownRates {
  /** Name, where several fit; `null` for the only ones. */
  readonly name: string | null;
  readonly series: Dataset;
  readonly currencies: readonly string[];
}

async function readRates(
  { context, dataset: { model } }: PageScope,
  series: readonly Dataset[],
  years: readonly string[],
): Promise<readonly KnownRates[]> {
  if (model.dataset.currency === null) return [];
  const known = series.filter((each) => commonYears(each, years).length > 0);
  const read = async (each: Dataset): Promise<KnownRates> => ({
    name: series.length > 1 ? metadataOf(each).name : null,
    series: each,
    currencies: await readCurrencies(context, each),
  });
  return Promise.all(known.map(read));
}

function offerCurrencies(
  { model }: Dataset,
  rates: readonly KnownRates[],
  { in: to }: ParsedAdjustments,
  print: Print,
): readonly AdjustmentOffer[] {
  const { currency } = model.dataset;
  const offered = rates.flatMap(({ name, series, currencies }): readonly AdjustmentOffer[] => {
    const { name: own, label } = metadataOf(series);
    const isOn = to !== null && isChosen(to.series, own, name === null ? own : model.references.in);
    const known = CURRENCIES.filter((each) => each !== currency && currencies.includes(each)).slice(0, MAX_CURRENCIES);
    return [...new Set([...(isOn ? [to.currency] : []), ...known])].map((each) => {
      const isThis = isOn && to.currency === each;
      return {
        ...PLAIN,
        kind: "in",
        what: each,
        series: name === null ? null : label,
        pairs: print({ in: isThis ? null : { currency: each, series: name === model.references.in ? null : name } }),
        isOn: isThis,
      };
    });
  });
  if (to === null || offered.some(({ isOn }) => isOn)) return offered;
  return [{ ...PLAIN, kind: "in", what: to.currency, pairs: print({ in: null }), isOn: true }, ...offered];
}

/** True if a series is the one that a request names, or that stands for it. */
function isChosen(named: string | null, name: string, preset: string | null): boolean {
  const chosen = named ?? preset;
  return chosen !== null && nameOf(chosen) === name;
}

/** List the years that a series and a page have, as far as those of the series are known beforehand. */
function commonYears(series: Dataset, years: readonly string[]): readonly string[] {
  const { years: known } = summarizeVersion(series);
  return known.length === 0 ? years : years.filter((each) => known.includes(each));
}

function nameOf(series: string): string {
  return series.replace(/@.*$/, "");
}

function metadataOf(series: Dataset): Dataset["model"]["dataset"] {
  return summarizeVersion(series).metadata;
}

/** True for a series of money that amounts can be a share of. */
function isFlow(series: Dataset): boolean {
  return metadataOf(series).series?.kind === "flow";
}
