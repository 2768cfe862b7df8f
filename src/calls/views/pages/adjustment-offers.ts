import { type ParsedAdjustments, printAdjustments } from "../../../core/query/aggregate/adjustments.js";
import { type Dataset, summarizeVersion } from "../../../store/dataset.js";
import { type FittingSeries, measureOf, nameWhole, readCurrencies } from "./fitting-series.js";
import type { PageScope } from "./page-scope.js";

/** A way to adjust the amounts of a page, as a switch. */
export interface AdjustmentOffer {
  readonly kind: "paid" | "prices" | "per" | "in";
  /** Name of the period, the unit or the currency; of a share what it is of. */
  readonly what: string;
  readonly isShare: boolean;
  /** Label of the series, where several fit; `null` for the only one. */
  readonly series: string | null;
  /** Parameters of the page with it, or without it if it is on. */
  readonly pairs: readonly (readonly [name: string, value: string])[];
  readonly isOn: boolean;
  /** Other periods to be in the prices of, with their parameters; none unless it is on. */
  readonly periods: readonly (readonly [period: string, pairs: AdjustmentOffer["pairs"]])[];
}

/** The years of a page, and the one that heads it. */
export interface PageYears {
  readonly years: readonly string[];
  readonly headed: string | null;
}

/** Maximum number of periods and of currencies that a page offers. */
const MAX_PERIODS = 12;
const MAX_CURRENCIES = 4;
/** The currencies that are offered first. */
const CURRENCIES = ["EUR", "USD", "GBP", "JPY", "CNY", "CHF"];

/** List the ways to adjust amounts by series that fit, and those that are on. None if no series fits. */
export async function listOffers(
  scope: PageScope,
  fitting: FittingSeries,
  requested: ParsedAdjustments | null,
  { years, headed }: PageYears,
): Promise<readonly AdjustmentOffer[]> {
  const { dataset } = scope;
  const now = requested ?? { prices: null, in: null, per: null };
  const print = (changes: Partial<ParsedAdjustments>): AdjustmentOffer["pairs"] =>
    printAdjustments({ ...now, ...changes }).filter(([, value]) => value !== "");
  const offers = [
    ...offerPrices(dataset, fitting, now, print, { years, headed }),
    ...offerPer(dataset, fitting.per, now, print, years),
    ...(await offerCurrencies(scope, fitting.rates, now, print, years)),
  ];
  if (offers.length === 0) return [];
  return [...paid(requested === null), ...offers];
}

function paid(isOn: boolean): readonly AdjustmentOffer[] {
  return [{ ...PLAIN, kind: "paid", what: "", pairs: [], isOn }];
}

const PLAIN = { isShare: false, series: null, periods: [] } as const;

type Print = (changes: Partial<ParsedAdjustments>) => AdjustmentOffer["pairs"];

function offerPrices(
  { model: { references } }: Dataset,
  { prices: series, per: shares }: FittingSeries,
  { prices, per }: ParsedAdjustments,
  print: Print,
  { years, headed }: PageYears,
): readonly AdjustmentOffer[] {
  const isNamed = series.length > 1;
  const offered = series.flatMap((each): readonly AdjustmentOffer[] => {
    const { name, label } = metadataOf(each);
    const known = commonYears(each, years);
    if (known.length === 0) return [];
    const isOn = prices !== null && isChosen(prices.series, name, isNamed ? references.prices : name);
    const preset = headed !== null && known.includes(headed) ? headed : known.at(-1)!;
    const base = isOn ? prices.base : preset;
    const pairsOf = (period: string) => print({ prices: { base: period, series: isNamed ? name : null }, per: null });
    const keepPer = (period: string) => print({ prices: { base: period, series: isNamed ? name : null } });
    const isShare =
      per !== null && shares.some((other) => isFlow(other) && nameOf(per.series) === metadataOf(other).name);
    const make = isShare ? pairsOf : keepPer;
    return [
      {
        ...PLAIN,
        kind: "prices",
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
    what: prices?.base ?? "",
    pairs: print({ prices: null }),
    isOn: true,
  } as const;
  return isUnlisted ? [...offered, own] : offered;
}

function offerPer(
  { model: { dataset } }: Dataset,
  series: readonly Dataset[],
  { in: to, per }: ParsedAdjustments,
  print: Print,
  years: readonly string[],
): readonly AdjustmentOffer[] {
  const currency = to?.currency ?? dataset.currency;
  const offered = series.flatMap((each): readonly AdjustmentOffer[] => {
    const { name, label, series: meaning, currency: theirs } = metadataOf(each);
    const isOn = per !== null && nameOf(per.series) === name;
    const measure = (isOn && each.model.measures.find((own) => own.name === per.measure)) || measureOf(each);
    const isOfMoney = meaning?.kind === "flow";
    const fits = !isOfMoney || (measure?.unit ?? theirs) === currency;
    if (!measure || commonYears(each, years).length === 0 || (!fits && !isOn)) return [];
    const unit = measure.unit ?? measure.label;
    const isOnly = series.filter((other) => (measureOf(other)?.unit ?? "") === (measure.unit ?? "")).length === 1;
    const next = { series: name, measure: measure.name === "amount" ? null : measure.name };
    return [
      {
        ...PLAIN,
        kind: "per",
        what: isOfMoney ? nameWhole(each, measure) : unit === "people" ? "person" : unit,
        isShare: isOfMoney,
        series: isOnly || isOfMoney ? null : label,
        // A share of money of the same time needs no prices.
        pairs: isOn ? print({ per: null }) : print({ per: next, ...(isOfMoney && { prices: null }) }),
        isOn,
      },
    ];
  });
  if (per === null || offered.some(({ isOn }) => isOn)) return offered;
  return [...offered, { ...PLAIN, kind: "per", what: per.series, pairs: print({ per: null }), isOn: true }];
}

async function offerCurrencies(
  { context, dataset: { model } }: PageScope,
  series: readonly Dataset[],
  { in: to }: ParsedAdjustments,
  print: Print,
  years: readonly string[],
): Promise<readonly AdjustmentOffer[]> {
  const { references } = model;
  const { currency } = model.dataset;
  const isNamed = series.length > 1;
  const offered: AdjustmentOffer[] = [];
  for (const rates of currency === null ? [] : series) {
    if (commonYears(rates, years).length === 0) continue;
    const { name, label } = metadataOf(rates);
    const listed = await readCurrencies(context, rates);
    const known = CURRENCIES.filter((each) => each !== currency && listed.includes(each)).slice(0, MAX_CURRENCIES);
    const isOn = to !== null && isChosen(to.series, name, isNamed ? references.in : name);
    for (const each of new Set([...(isOn ? [to.currency] : []), ...known])) {
      const next = { currency: each, series: isNamed ? name : null };
      const isThis = isOn && to.currency === each;
      offered.push({
        ...PLAIN,
        kind: "in",
        what: each,
        series: isNamed ? label : null,
        pairs: print({ in: isThis ? null : next }),
        isOn: isThis,
      });
    }
  }
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
