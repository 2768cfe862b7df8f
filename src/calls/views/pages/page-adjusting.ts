import { type Actor, ANONYMOUS } from "../../../access/actor.js";
import { errorText } from "../../../core/errors/error-text.js";
import { InvalidQuery } from "../../../core/errors/errors.js";
import { decimalText } from "../../../core/model/values/decimal.js";
import { type Fraction, nearestQuotient } from "../../../core/model/values/fraction.js";
import type { Licence, SeriesMeaning } from "../../../core/model/cube.js";
import {
  ADJUSTING,
  type ParsedAdjustments,
  parseAdjustments,
  printAdjustments,
} from "../../../core/query/aggregate/adjustments.js";
import type { Parameters } from "../../../core/query/parameters.js";
import { type Dataset, summarizeVersion } from "../../../store/dataset.js";
import { nameVersion, withoutVersion } from "../../../store/version-name.js";
import type { Answer } from "../../answer.js";
import type { Context } from "../../context.js";
import { type Adjustment, bindAnyAdjustment } from "../../reading/adjust/adjustment.js";
import type { UsedSeries } from "../../reading/adjust/adjust.js";
import { citeAdjusted, nameSeriesVersions } from "../../reading/adjust/cite-adjusted.js";
import type { MissingAmounts } from "../../reading/adjust/missing-pieces.js";
import { numberedUrl } from "../../reading/describe/links.js";
import { findUndivided, placesOf } from "../../reading/adjust/series-places.js";
import { readInflation, warnOfInflation } from "../../reading/lookup/inflation.js";
import { combineVersions, lastChange, lastsForEver } from "../../reading/lookup/several-datasets.js";
import { stillCurrent } from "../../reading/lookup/still-current.js";
import { PageRemarks } from "./adjust-scope.js";
import type { AmountUnit } from "./amount-unit.js";
import { type AdjustmentOffer, listOffers, type PageYears } from "./adjustment-offers.js";
import { findFitting, listFitting, nameWhole } from "../../reading/adjust/fitting-series.js";
import type { FiscalYear } from "../../../core/model/cube.js";
import { nameFiscal, readFiscalYear } from "./fiscal-years.js";
import type { PageScope } from "./page-scope.js";

/** The adjustments of a page, and those that it offers. Plain data: it passes between threads. */
export interface PageAdjusting {
  /** Parameters that links keep; none for amounts as paid. */
  readonly pairs: readonly (readonly [name: string, value: string])[];
  /** The same with the versions of the series: for citations. */
  readonly cited: PageAdjusting["pairs"];
  readonly unit: AmountUnit;
  /** None where no series fits. */
  readonly offers: readonly AdjustmentOffer[];
  readonly used: readonly ShownSeries[];
  /** The first amounts that a series has no value for, and the number of all. */
  readonly missing: readonly MissingAmount[];
  readonly numMissing: number;
  readonly warnings: readonly string[];
  /** Why amounts are as paid although the address asks for others. */
  readonly refused: readonly string[];
}

/** A series that a page used. */
export interface ShownSeries {
  readonly kind: UsedSeries["kind"];
  /** Period of the prices, currency, or unit of the series. */
  readonly base: string;
  /** The fiscal year that its years stand for; `null` for those of the calendar. */
  readonly fiscal: FiscalYear | null;
  /** Label of its values, as `People`. */
  readonly what: string;
  /** Name with its version. */
  readonly name: string;
  readonly label: string;
  readonly licence: Licence | null;
  readonly url: string;
  /** Currencies of rates: one unit of the first is so many of the second; `null` for other series. */
  readonly currencies: readonly [one: string, units: string] | null;
  /** In chronological order; `null` if they depend on members. */
  readonly values: readonly (readonly [period: string, value: string])[] | null;
}

export interface MissingAmount {
  readonly series: string;
  readonly of: string;
  /** As a decimal. */
  readonly amount: string;
}

/** The adjustments of a page that has amounts as paid alone. */
export const AS_PAID = { pairs: [], offers: [] } as const satisfies Partial<PageAdjusting>;

/** Parameters of pages that adjust amounts. */
export const ADJUSTING_PAGES = [...ADJUSTING, "inflate"] as const;

/** Maximum number of amounts that a page names as missing. */
const MAX_MISSING = 3;

/** Read what an address adjusts amounts by, with the ancestor's `inflate`; `null` for amounts as paid. */
export function readRequested(parameters: Parameters, errors: string[]): ParsedAdjustments | null {
  const requested = parseAdjustments(parameters, errors);
  const year = readInflation(parameters);
  if (year === "") return requested;
  if (!/^\d{4}$/.test(year)) errors.push(warnOfInflation(year, null).error);
  return { in: null, per: null, ...requested, prices: { base: year, series: null } };
}

/**
 * Make a page whose amounts are adjusted as its address asks; as paid, with the reason, where they cannot be.
 * @param make reads the figures of the page; twice if the first amounts cannot be adjusted
 * @param yearsOf returns the years of a page
 */
export async function adjustPage<Page extends object>(
  scope: PageScope,
  parameters: Parameters,
  make: (scope: PageScope) => Promise<Page>,
  yearsOf: (page: Page) => PageYears,
): Promise<Page & { readonly adjusting: PageAdjusting }> {
  const errors: string[] = [];
  const requested = readRequested(parameters, errors);
  const found =
    requested && errors.length === 0 ? bindScope(scope, scope.dataset, parameters, requested, errors) : null;
  if (found) {
    try {
      const page = await make({ ...scope, adjust: found.adjust });
      return { ...page, adjusting: await describeAdjusting(scope, found, yearsOf(page)) };
    } catch (error) {
      if (!(error instanceof InvalidQuery)) throw error;
      errors.push(...error.errors);
    }
  }
  const page = await make(scope);
  const plain = await describeAdjusting(scope, null, yearsOf(page));
  return { ...page, adjusting: { ...plain, refused: [...new Set(errors)] } };
}

/** The adjustment of a page, and the remarks of its figures. */
export interface BoundPage {
  readonly adjust: NonNullable<PageScope["adjust"]>;
  readonly adjustment: Adjustment;
  readonly remarks: PageRemarks;
}

/** Find the series that a page is adjusted by. @param errors receives all errors @returns `null` with errors */
export function bindScope(
  { context, actor, dataset }: PageScope,
  other: Dataset,
  parameters: Parameters,
  requested: ParsedAdjustments,
  errors: string[],
): BoundPage | null {
  const adjustment = bindAnyAdjustment(context, actor, dataset, other, parameters, requested, errors);
  if (errors.length > 0) return null;
  const remarks = new PageRemarks();
  return { adjustment, remarks, adjust: { adjustment, note: (each) => remarks.add(each) } };
}

/** Describe what the figures of a page were adjusted by. */
export async function describeAdjusting(
  scope: PageScope,
  bound: BoundPage | null,
  years: PageYears,
): Promise<PageAdjusting> {
  const { dataset, origin } = scope;
  const requested = bound?.adjustment.requested ?? null;
  const found = bound?.remarks.missing ?? [];
  const isHeaded = ({ of }: MissingAmounts): boolean => of.some(([, value]) => value === years.headed);
  const missing = [...found.filter(isHeaded), ...found.filter((each) => !isHeaded(each))];
  const cut = printPairs(null, bound?.adjustment.canonical ?? "");
  const pairs = printPairs(requested, bound?.adjustment.canonical ?? "");
  // A period of prices is one of the series, whose years may begin in another month than those of the dataset.
  const fiscalOf = (series: Dataset): Promise<FiscalYear | null> => readFiscalYear({ ...scope, dataset: series });
  const base = requested?.prices?.base ?? null;
  const index = bound?.adjustment.found.prices ?? null;
  const prices = base && (index ? nameFiscal(await fiscalOf(index), base) : base);
  const unit = unitOf(dataset, bound?.adjustment ?? null, prices);
  const fitting = findFitting(scope.context, scope.actor, dataset);
  const offers = await listOffers(scope, fitting, requested, years, unit);
  return {
    pairs,
    cited: bound ? printPairs(nameSeriesVersions(bound.adjustment), bound.adjustment.canonical) : [],
    unit,
    offers: offers.map((each) => (each.kind === "paid" ? each : { ...each, pairs: [...each.pairs, ...cut] })),
    used: await Promise.all(
      (bound?.remarks.used ?? []).map(async (each) =>
        showSeries(each, await fiscalOf(each.dataset), dataset.model.dataset.currency, origin),
      ),
    ),
    missing: missing.slice(0, MAX_MISSING).map(({ series, of, amounts }) => ({
      series,
      of: of.map(([, value]) => String(value ?? "?")).join(", "),
      amount: amounts[0] ? decimalText(amounts[0][1]) : "0",
    })),
    numMissing: missing.length,
    warnings: [...(bound?.remarks.warnings ?? []), ...warnOfWhole(dataset, bound, years)],
    refused: [],
  };
}

/** Warn of places whose amounts are divided by the people of all. */
function warnOfWhole({ model }: Dataset, bound: BoundPage | null, { references = [] }: PageYears): readonly string[] {
  const per = bound?.adjustment.found.per?.dataset.model;
  if (!per || per.dataset.series?.kind === "flow") return [];
  const undivided = findUndivided(model, per, references);
  const values = { dimension: undivided?.label ?? "", series: per.dataset.label };
  return undivided ? [errorText("divisor_of_all_places", values)] : [];
}

function printPairs(requested: ParsedAdjustments | null, cut: string): PageAdjusting["pairs"] {
  const pairs: (readonly [string, string])[] = [...printAdjustments(requested), ["cut", cut]];
  return pairs.filter(([, value]) => value !== "");
}

function unitOf({ model }: Dataset, adjustment: Adjustment | null, prices: AmountUnit["prices"]): AmountUnit {
  const { currency } = model.dataset;
  if (!adjustment) return { currency, per: null, shareOf: null, prices: null };
  const { requested, found } = adjustment;
  const to = requested.in?.currency ?? currency;
  if (!found.per) return { currency: to, per: null, shareOf: null, prices };
  const { dataset, measure } = found.per;
  const isShare = dataset.model.dataset.series?.kind === "flow";
  if (isShare) return { currency: null, per: null, shareOf: nameWhole(dataset, measure), prices };
  const unit = measure.unit ?? measure.label;
  const places = placesOf(model, dataset.model);
  const per = unit === "people" ? "person" : unit;
  return { currency: to, per, ...(places.length > 0 && { places }), shareOf: null, prices };
}

function showSeries(
  { kind, dataset, measure, base, values }: UsedSeries,
  fiscal: FiscalYear | null,
  from: string | null,
  origin: string,
): ShownSeries {
  const { name, label, licence, series } = dataset.model.dataset;
  const own = withoutVersion(name);
  const sorted = values && [...values].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    kind,
    base,
    fiscal,
    what: measure.label === measure.name ? label : measure.label,
    name: nameVersion(own, dataset.number),
    label,
    licence,
    url: numberedUrl(origin, own, dataset.number),
    currencies: kind === "in" && from !== null ? orderCurrencies(from, base, series) : null,
    values: sorted && sorted.map(([period, value]) => [period, roundValue(value)] as const),
  };
}

/** Digits of values that readers are shown: after the decimal point, or of numbers below a tenth. */
const DIGITS = 4;

/** Write a value of a series for readers. */
function roundValue(value: Fraction): string {
  const nearest = nearestQuotient(value.numerator, value.denominator);
  if (Number.isSafeInteger(nearest)) return String(nearest);
  const places = nearest < 0.1 ? DIGITS - 1 - Math.floor(Math.log10(nearest)) : DIGITS;
  return nearest.toFixed(Math.min(places, 100));
}

/** Return the currencies of rates as the series has them: units for one of the currency that it is of. */
function orderCurrencies(
  from: string,
  to: string,
  { base, stated = null }: Partial<SeriesMeaning> = {},
): readonly [string, string] {
  return (base ?? stated) === to ? [to, from] : [from, to];
}

/**
 * Return what conditional requests and the response cache need of a page that offers series and is adjusted by some.
 * @param requested adjustments of its address
 * @param answer the same of the page without them
 */
export function dependOnSeries<
  Part extends Pick<Answer, "version" | "lastModified" | "public" | "holds" | "lasts" | "cited">,
>(
  context: Context,
  actor: Actor,
  dataset: Dataset,
  parameters: Parameters,
  requested: ParsedAdjustments | null,
  answer: Part,
): Part {
  const errors: string[] = [];
  const found = requested && bindAnyAdjustment(context, actor, dataset, dataset, parameters, requested, errors);
  const used = found?.series ?? [];
  const adjustment = errors.length === 0 ? found : null;
  const offered = listFitting(findFitting(context, actor, dataset));
  const series = [...new Set([...used, ...offered])];
  const { catalog } = context;
  const current = withoutVersion(dataset.model.dataset.name);
  const { isFixed, number } = dataset;
  const printed = printSeries(series);
  const holds = series.map((each) => stillCurrent(catalog, each));
  const isSame = (): boolean => {
    const now = catalog.get(isFixed ? nameVersion(current, number) : current);
    if (!now) return false;
    const adjusted = requested ? bindAnyAdjustment(context, ANONYMOUS, now, now, parameters, requested, []).series : [];
    const fitting = listFitting(findFitting(context, ANONYMOUS, now));
    return printSeries([...new Set([...adjusted, ...fitting])]) === printed;
  };
  return {
    ...answer,
    ...(adjustment && answer.cited && { cited: citeAdjusted(dataset, adjustment) }),
    ...(series.length > 0 && {
      version: combineVersions([answer, ...series]),
      lastModified: lastChange(context, actor, [dataset, ...series]),
      lasts: answer.lasts && lastsForEver(series),
    }),
    public: answer.public && series.every((each) => !each.private),
    holds: answer.holds && (() => answer.holds!() && holds.every((isCurrent) => isCurrent()) && isSame()),
  };
}

function printSeries(series: readonly Dataset[]): string {
  return series.map((each) => `${summarizeVersion(each).metadata.name} ${each.version}`).join("\n");
}
