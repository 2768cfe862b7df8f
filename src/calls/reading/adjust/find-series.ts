import { phraseText } from "../../../core/errors/phrase-text.js";
import { errorText } from "../../../core/errors/error-text.js";
import type { Actor } from "../../../access/actor.js";
import { InvalidQuery } from "../../../core/errors/errors.js";
import type { Measure, Model, SeriesKind } from "../../../core/model/cube.js";
import { didYouMean } from "../../../core/model/nearest.js";
import type { ParsedAdjustments } from "../../../core/query/aggregate/adjustments.js";
import { type Dataset, summarizeVersion } from "../../../store/dataset.js";
import type { Context } from "../../context.js";
import { findDataset, listReadableSeries } from "../lookup/find-dataset.js";
import { isByTerritory } from "./series-places.js";

/** The series that adjust amounts; `null` for what is not requested for. */
export interface FoundSeries {
  readonly prices: Dataset | null;
  readonly rates: Dataset | null;
  readonly per: { readonly dataset: Dataset; readonly measure: Measure } | null;
}

const KINDS: Readonly<Record<SeriesKind, string>> = {
  index: phraseText("index_of_prices"),
  rate: phraseText("series_of_rates"),
  stock: phraseText("series_of_stock"),
  flow: phraseText("series_of_flow"),
};

/**
 * Find the series that a request names, or that stand for those that it leaves out: those of the model, else the only
 * ones that the caller may read. One that the caller may not read is as one that is missing.
 * @param errors receives a sentence for each that is not found
 */
export function findSeries(
  context: Context,
  actor: Actor,
  { model }: Dataset,
  { prices, in: currency, per }: ParsedAdjustments,
  errors: string[],
): FoundSeries {
  const { references, dataset } = model;
  const find = (name: string, parameter: string, kinds: readonly SeriesKind[]): Dataset | null => {
    try {
      const found = findDataset({ ...context, hidePrivate: true }, actor, name, InvalidQuery);
      const { series } = summarizeVersion(found).metadata;
      if (series && kinds.includes(series.kind)) return found;
      const wanted = kinds.map((kind) => KINDS[kind]).join(" or ");
      errors.push(
        `${parameter}: ${errorText("other_kind_of_series", { series: name, kind: series ? KINDS[series.kind] : phraseText("no_series"), wanted })}`,
      );
    } catch (error) {
      if (!(error instanceof InvalidQuery)) throw error;
      errors.push(...error.errors.map((sentence) => `${parameter}: ${sentence}`));
    }
    return null;
  };
  const choose = (own: string | null, parameter: string, kind: SeriesKind, fits: (each: Dataset) => boolean) => {
    const named = own === null ? null : findQuietly(context, actor, own, kind);
    if (named) return named;
    const readable = listReadableSeries(context, actor).filter(
      (each) => summarizeVersion(each).metadata.series!.kind === kind,
    );
    const fitting = readable.filter(fits);
    if (fitting.length === 1) return fitting[0]!;
    const names = (fitting.length > 0 ? fitting : readable)
      .map((each) => summarizeVersion(each).metadata.name)
      .toSorted();
    const example = kind === "index" ? `${prices!.base}@` : `${currency!.currency}@`;
    errors.push(
      names.length === 0
        ? `${parameter}: ${errorText("no_series", { kind: kind === "index" ? phraseText("some_index") : phraseText("some_rates") })}`
        : `${parameter}: ${errorText("series_not_named", { example: `${parameter}=${example}${names[0]!}`, known: names.join(", ") })}`,
    );
    return null;
  };
  // Amounts in their own currency need no rates.
  const isConverted = currency !== null && currency.currency !== dataset.currency;
  return {
    prices:
      prices &&
      (prices.series === null
        ? choose(references.prices, "prices", "index", (each) => isOfTerritory(model, each))
        : find(prices.series, "prices", ["index"])),
    rates:
      currency && (isConverted || currency.series !== null)
        ? currency.series === null
          ? choose(references.in, "in", "rate", () => true)
          : find(currency.series, "in", ["rate"])
        : null,
    per: per && findPer(find(per.series, "per", ["stock", "flow"]), per.measure, errors),
  };
}

/** True if a series is of a territory of a dataset, or of several of which the dataset has one. */
function isOfTerritory({ dataset }: Model, series: Dataset): boolean {
  const { territories } = summarizeVersion(series).metadata;
  if (territories.some((code) => dataset.territories.includes(code))) return true;
  return dataset.territories.length === 1 && isByTerritory(series.model);
}

/** Find a series that the model names; `null` if it is missing, is no such series, or is unreadable. */
function findQuietly(context: Context, actor: Actor, name: string, kind: SeriesKind): Dataset | null {
  try {
    const found = findDataset({ ...context, hidePrivate: true }, actor, name, InvalidQuery);
    return summarizeVersion(found).metadata.series?.kind === kind ? found : null;
  } catch (error) {
    if (error instanceof InvalidQuery) return null;
    throw error;
  }
}

function findPer(dataset: Dataset | null, name: string | null, errors: string[]): FoundSeries["per"] {
  if (!dataset) return null;
  const { measures } = dataset.model;
  const only = name === null && measures.length === 1 ? measures[0] : undefined;
  const measure = measures.find((each) => each.name === (name ?? "amount")) ?? only;
  if (measure) return { dataset, measure };
  const names = measures.map((each) => each.name);
  const remedy = didYouMean(name ?? "amount", names) || phraseText("it_has", { known: names.join(", ") });
  errors.push(
    `per: ${errorText("dataset_without_measure", { dataset: dataset.model.dataset.name, measure: name ?? "amount", remedy })}`,
  );
  return null;
}

/** List the datasets that an answer depends on beside its own. */
export function listSeries({ prices, rates, per }: FoundSeries): readonly Dataset[] {
  return [...new Set([prices, rates, per?.dataset ?? null].filter((each) => each !== null))];
}
