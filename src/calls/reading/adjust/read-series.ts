import { errorText } from "../../../core/errors/error-text.js";
import type { Bounds } from "../../../core/engine/bounds.js";
import { gatherCells } from "../../../core/engine/collect-cells.js";
import { readFirstMembers } from "../../../core/engine/first-members.js";
import type { Cells, Reader } from "../../../core/engine/engine.js";
import { withReader } from "../../../core/engine/with-reader.js";
import { InvalidQuery } from "../../../core/errors/errors.js";
import type { Attribute, Dimension, Measure, Model } from "../../../core/model/cube.js";
import { findReference } from "../../../core/model/references.js";
import { listForms } from "../../../core/model/values/unicode-form.js";
import { powerOfTen } from "../../../core/model/values/fraction.js";
import type { Value } from "../../../core/model/values/value.js";
import { bindCuts } from "../../../core/query/condition/bind-cuts.js";
import { type ClauseTarget, type Condition, filterClause } from "../../../core/query/condition/condition.js";
import type { CutClause } from "../../../core/query/syntax/cut-clause.js";
import type { Dataset } from "../../../store/dataset.js";
import { type DatasetTime, yearOfRow } from "./periods.js";
import { timeOf } from "./read-time.js";
import { SeriesValues } from "./series-values.js";

/** A dimension of entries and the one of a series with the same members. */
export interface MatchedDimension {
  readonly own: Dimension;
  readonly theirs: Dimension;
}

/** Dimensions of a series, by what they are for the entries. */
export interface SeriesDimensions {
  readonly shared: readonly MatchedDimension[];
  /** Currencies of rates; `null` for other series. */
  readonly currency: Dimension | null;
  /** Dimensions of which the entries have nothing. */
  readonly others: readonly Dimension[];
}

/** The entries of one side that are adjusted. */
export interface AdjustedEntries {
  readonly model: Model;
  readonly reader: Pick<Reader, "aggregate">;
  readonly filters: readonly Condition[];
  /** Dimensions that are drilled down. */
  readonly drilled: ReadonlySet<Dimension>;
}

/** The values of a series that adjust some entries. */
export interface FilteredValues {
  readonly values: SeriesValues;
  /** Spelling of the conditions that they meet: equal for two datasets that use the same ones. */
  readonly scope: string;
  /** Spelling of those of them that do not depend on the entries. */
  readonly ownScope: string;
}

/** Maximum number of members that an error names. */
const MAX_NAMED = 4;

/**
 * Match the dimensions of a series with those of entries: those of equal taxonomy.
 * @throws InvalidQuery for two that may be meant
 */
export function matchDimensions(own: Model, series: Model, parameter: string): SeriesDimensions {
  const dimensions = series.dimensions.filter(({ kind }) => kind !== "date");
  const currency = series.dataset.series?.kind === "rate" ? findCurrency(dimensions) : null;
  const shared: MatchedDimension[] = [];
  const others: Dimension[] = [];
  for (const theirs of dimensions) {
    if (theirs === currency) continue;
    const alike = own.dimensions.filter(({ kind, taxonomy }) => kind !== "date" && taxonomy === theirs.taxonomy);
    const found = alike.length > 1 ? alike.filter(({ name }) => name === theirs.name) : alike;
    if (found.length === 1) shared.push({ own: found[0]!, theirs });
    else if (alike.length > 1) {
      const names = alike.map(({ name }) => `"${name}"`).join(" or ");
      throw new InvalidQuery(
        `${parameter}: ${errorText("ambiguous_series_dimension", { dimension: theirs.name, series: series.dataset.name, names })}`,
      );
    } else others.push(theirs);
  }
  return { shared, currency, others };
}

function findCurrency(dimensions: readonly Dimension[]): Dimension | null {
  const named = dimensions.find(
    ({ name, taxonomy, meaning }) => taxonomy === "currency" || meaning?.role === "currency" || name === "currency",
  );
  return named ?? (dimensions.length === 1 ? dimensions[0]! : null);
}

/** A series to read, for a parameter of a request. */
export interface ReadSeries {
  readonly dataset: Dataset;
  readonly measure: Measure;
  readonly time: DatasetTime;
  readonly dimensions: SeriesDimensions;
  readonly parameter: string;
}

/**
 * Read the values of a series that adjust some entries.
 * @param cuts cuts of the request that are of its own dimensions
 * @throws InvalidQuery if it has several values for an entry that nothing tells apart
 */
export async function readSeriesValues(
  series: ReadSeries,
  entries: AdjustedEntries,
  cuts: readonly CutClause[],
  bounds: Bounds,
): Promise<FilteredValues> {
  const { dataset, time, dimensions, parameter } = series;
  const { name } = dataset.model.dataset;
  if (time.precision === "day") {
    throw new InvalidQuery(`${parameter}: ${errorText("series_of_days", { series: name })}`);
  }
  const limits: Condition[] = [];
  for (const each of dimensions.shared) limits.push(...(await limitMembers(each, entries)));
  const own = filterSeries(series, entries, cuts);
  const filters = [...own, ...limits];
  return withReader(dataset, bounds, async (reader) => {
    await refuseLevels(reader, series, entries, filters);
    const dates = timeOf(dataset.model);
    const { currency, shared } = dimensions;
    const keyed = [...(dates ? [dates] : []), ...(currency ? [currency] : []), ...shared.map(({ theirs }) => theirs)];
    const keys = keyed.map((dimension) => ({ dimension, attribute: dimension.identity }));
    const { measure } = series;
    const query = { filters, keys, measures: [measure], order: [], first: 0, limit: Number.MAX_SAFE_INTEGER };
    const { cells } = await gatherCells(await reader.aggregate(query));
    const values = collectValues(series, cells, dates !== null);
    return { values, scope: spell(filters), ownScope: spell(own) };
  });
}

/** Spell conditions of a series, by the names of its dimensions. */
function spell(filters: readonly Condition[]): string {
  return JSON.stringify(filters, (key, value: unknown) => {
    if (key === "dimension" || key === "attribute") return (value as Attribute | Dimension).name;
    return typeof value === "bigint" ? String(value) : value;
  });
}

function collectValues(
  { dataset, time }: ReadSeries,
  { length, keys, sums, numEntries }: Cells,
  hasDates: boolean,
): SeriesValues {
  const { kind } = dataset.model.dataset.series!;
  const values = new SeriesValues(kind);
  const { unscaled, scale } = sums[0]!;
  const unit = powerOfTen(scale);
  const columns = keys.slice(hasDates ? 1 : 0) as readonly (readonly Value[])[];
  for (let row = 0; row < length; row++) {
    const date = hasDates ? (keys[0]![row] as string | null) : "0000-01-01";
    if (date === null) continue;
    const slot = time.precision === "year" ? yearOfRow(time, date) : date.slice(0, 4) + date.slice(5, 7);
    const isOne = kind === "stock" || kind === "flow" || numEntries[row] === 1;
    const numerator = unscaled[row]!;
    // A value of 0 stands for one that is not known: nothing can be divided by it, and no price is 0.
    const value = isOne && numerator > 0 ? { numerator, denominator: unit } : null;
    const tuple = columns.map((column) => column[row]!);
    values.add(tuple, slot, value);
  }
  return values;
}

/** Return the conditions that a series' values have to meet beside those of the entries: what stands for all else. */
function filterSeries(
  { dataset: { model }, dimensions }: ReadSeries,
  entries: AdjustedEntries,
  cuts: readonly CutClause[],
): readonly Condition[] {
  const errors: string[] = [];
  const own = cuts.filter(({ field }) => findReference(model, field));
  const { conditions } = bindCuts(model, own, errors);
  if (errors.length > 0) throw new InvalidQuery(errors);
  const filters: Condition[] = [...conditions, ...leavesOf(model)];
  const cut = new Set(conditions.flatMap((each) => [...dimensionsIn(each)]));
  for (const dimension of dimensions.others) {
    const only = cut.has(dimension) ? null : memberFor(dimension, entries.model);
    if (only !== null) filters.push(equals(dimension, only));
  }
  return filters;
}

/** @throws InvalidQuery if the values of several members would be added up that must not be */
async function refuseLevels(
  reader: Reader,
  { dataset: { model }, dimensions, parameter }: ReadSeries,
  { drilled }: AdjustedEntries,
  filters: readonly Condition[],
): Promise<void> {
  const { others, shared } = dimensions;
  const left = shared.filter(({ own, theirs }) => theirs.meaning?.additive === false && !drilled.has(own));
  for (const dimension of [...others, ...left.map(({ theirs }) => theirs)]) {
    if (!isSummed(model, dimension)) await requireOne(reader, filters, dimension, model.dataset.name, parameter);
  }
}

/** Return the conditions that leave out what a declared hierarchy adds up from its leaves. */
function leavesOf(model: Model): readonly Condition[] {
  return model.hierarchies.flatMap(({ levels }) => {
    const found = findReference(model, levels.at(-1)!.reference);
    if (!found) return [];
    const target = { dimension: found.dimension, attribute: found.attribute ?? found.dimension.identity };
    return [filterClause({ on: "value", target, value: { is: "present" } })];
  });
}

/** True if a series is summed over a dimension that nothing cuts. */
function isSummed({ dataset, document, hierarchies }: Model, { name }: Dimension): boolean {
  const kind = dataset.series?.kind;
  if (kind === "index" || kind === "rate") return false;
  const definition = document.mapping[name];
  const isAdditive =
    typeof definition === "object" && definition !== null && "additive" in definition && definition.additive === true;
  return isAdditive || hierarchies.some(({ levels }) => levels.some((level) => level.dimension === name));
}

/** Return the member that stands for a dimension where nothing else is chosen; `null` if there is none. */
function memberFor({ taxonomy, meaning }: Dimension, { dataset: { territories } }: Model): string | null {
  if (taxonomy === "territory" && territories.length === 1) return territories[0]!;
  return meaning?.additive === false ? meaning.default : null;
}

async function requireOne(
  reader: Reader,
  filters: readonly Condition[],
  dimension: Dimension,
  name: string,
  parameter: string,
): Promise<void> {
  const { names, count } = await readFirstMembers(reader, filters, dimension, MAX_NAMED);
  if (count <= 1) return;
  const members = names.filter((each) => each !== null);
  const named = members.map((each) => `\`${each}\``).join(" or ");
  throw new InvalidQuery(
    `${parameter}: ${errorText("series_with_levels", { series: name, dimension: dimension.name, members: count > MAX_NAMED ? `${named}, …` : named })}`,
  );
}

/** Return the conditions of entries on a shared dimension as conditions of the series. */
async function limitMembers(
  { own, theirs }: MatchedDimension,
  { filters, reader }: AdjustedEntries,
): Promise<readonly Condition[]> {
  const limits = filters.filter((each) => {
    const dimensions = dimensionsIn(each);
    return dimensions.size === 1 && dimensions.has(sourceOf(own));
  });
  if (limits.length === 0) return [];
  const isDirect = theirs.identity.type === own.identity.type && limits.every((each) => isOn(each, own, own.identity));
  if (isDirect) return limits.map((each) => translate(each, { dimension: theirs, attribute: theirs.identity }));
  const query = {
    filters: limits,
    keys: [{ dimension: own, attribute: own.identity }],
    measures: [],
    order: [],
    first: 0,
    limit: Number.MAX_SAFE_INTEGER,
  };
  const { cells } = await gatherCells(await reader.aggregate(query));
  const members = (cells.keys[0] as readonly Value[]).filter((each) => each !== null);
  const values = members.flatMap((each): readonly (string | number)[] =>
    theirs.identity.type === "number" ? [Number(each)] : listForms(String(each)),
  );
  return [
    filterClause({
      on: "value",
      target: { dimension: theirs, attribute: theirs.identity },
      value: { is: "one of", values },
    }),
  ];
}

function equals(dimension: Dimension, value: string): Condition {
  const target = { dimension, attribute: dimension.identity };
  return filterClause({ on: "value", target, value: { is: "one of", values: listForms(value) } });
}

/** List the dimensions that a condition tests, those that others are derived from for these; a text in any counts as none that is shared. */
function dimensionsIn(condition: Condition): ReadonlySet<Dimension | null> {
  if (condition.is === "not") return dimensionsIn(condition.of);
  if (condition.is !== "clause") return new Set(condition.of.flatMap((each) => [...dimensionsIn(each)]));
  const { test } = condition;
  if (test.on === "amount" || test.on === "id" || !test.target) return new Set([null]);
  return new Set([sourceOf(test.target.dimension)]);
}

/** Return the dimension of rows that a dimension is derived from; itself if it is read from rows. */
export function sourceOf(dimension: Dimension): Dimension {
  return dimension.derivation ? sourceOf(dimension.derivation.from.dimension) : dimension;
}

function isOn(condition: Condition, dimension: Dimension, attribute: Attribute): boolean {
  if (condition.is === "not") return isOn(condition.of, dimension, attribute);
  if (condition.is !== "clause") return condition.of.every((each) => isOn(each, dimension, attribute));
  const { test } = condition;
  return test.on === "value" && test.target.dimension === dimension && test.target.attribute === attribute;
}

function translate(condition: Condition, target: ClauseTarget): Condition {
  if (condition.is === "not") return { is: "not", of: translate(condition.of, target) };
  if (condition.is !== "clause") return { ...condition, of: condition.of.map((each) => translate(each, target)) };
  return condition.test.on === "value" ? { ...condition, test: { ...condition.test, target } } : condition;
}
