import { errorText } from "../../../core/errors/error-text.js";
import { slug } from "../../../core/model/values/slug.js";
import { findReference } from "../../../core/model/references.js";
import type { Dimension, Model } from "../../../core/model/cube.js";
import { withoutVersion } from "../../../store/version-name.js";

/** True if a series has values for each of several countries. */
export function isByTerritory({ dimensions }: Model): boolean {
  return dimensions.some(({ taxonomy }) => taxonomy === "territory");
}

/** True if a series has members of a dimension of a dataset, by a classification that both name. */
function hasMembersOf(model: Model, { dimensions }: Model): boolean {
  const named = model.dimensions.filter(({ kind, name, taxonomy }) => kind !== "date" && taxonomy !== name);
  return dimensions.some(({ kind, taxonomy }) => kind !== "date" && named.some((each) => each.taxonomy === taxonomy));
}

/**
 * True if a series certainly has the people, or the money, of the places that a dataset is of: its model says so, or both
 * have the members. A country in common does not say so: the dataset may be of a town in it.
 */
export function isOfItsPlaces(model: Model, series: Model): boolean {
  return model.references.per.includes(withoutVersion(series.dataset.name)) || hasMembersOf(model, series);
}

/** True if a series fits a dataset: it is of its places, or of all countries that the dataset names. */
export function mayBeOfItsPlaces(model: Model, series: Model): boolean {
  return isOfItsPlaces(model, series) || isOfAllCountries(model, series);
}

/** True if an index has the prices of all countries of a dataset. A town has those of its country. */
export function hasItsPrices(model: Model, series: Model): boolean {
  return model.references.prices === withoutVersion(series.dataset.name) || isOfAllCountries(model, series);
}

function isOfAllCountries({ dataset, dimensions }: Model, series: Model): boolean {
  const { territories } = dataset;
  if (territories.length === 0) return false;
  const own = dimensions.some(({ kind, taxonomy }) => kind !== "date" && taxonomy === "territory");
  return isByTerritory(series)
    ? own || territories.length === 1
    : territories.every((code) => series.dataset.territories.includes(code));
}

/** Words of names and labels of dimensions of places, as slugs have them. */
const PLACES =
  /(^|-)(regions?|regiones|regione|regionen|places?|countr(y|ies)|count(y|ies)|districts?|distritos?|areas?|municipalit(y|ies)|municipios?|comarcas?|provinc(e|es|ia|ias)|nuts[0-9]?|land|laender|gemeinden?|kommun(e|er)?|maakunta|territor(y|ies|io|ios))(-|$)/;

/** True if the members of a dimension are places. */
function isOfPlaces({ name, label, kind, taxonomy, meaning }: Dimension): boolean {
  if (meaning?.role === "geography" || taxonomy === "territory") return true;
  return kind !== "date" && !meaning?.role && [name, label].some((text) => PLACES.test(slug(text)));
}

/**
 * Find a dimension of places that figures are cut to or split by, and that a series has no members of: its people are
 * then those of all places.
 * @param references what figures are cut to and split by
 * @returns `null` if a series has the people of each place
 */
export function findUndivided(model: Model, series: Model, references: readonly string[]): Dimension | null {
  const found = references.flatMap((each) => findReference(model, each)?.dimension ?? []);
  const known = new Set(series.dimensions.map(({ taxonomy }) => taxonomy));
  return found.find((each) => isOfPlaces(each) && !known.has(each.taxonomy)) ?? null;
}

/** List the countries that a series is of as a whole, for a dataset that may be of others; none if it does not say. */
export function placesOf(model: Model, series: Model): readonly string[] {
  if (isOfItsPlaces(model, series)) return [];
  const { dataset } = model;
  if (isByTerritory(series) && dataset.territories.length === 1) return dataset.territories;
  return series.dataset.territories;
}

/** Warn of a series that may be of other places than a dataset. */
export function warnOfPlaces(model: Model, series: Model, parameter: "prices" | "per"): readonly string[] {
  const places = placesOf(model, series);
  const isOwn = parameter === "per" ? mayBeOfItsPlaces(model, series) : hasItsPrices(model, series);
  if (isOwn || places.length === 0) return [];
  const values = { dataset: model.dataset.name, series: series.dataset.name, places: places.join(", ") };
  return parameter === "per"
    ? [errorText("divisor_of_other_places", values)]
    : [errorText("prices_of_other_places", values)];
}
