import type { Actor } from "../../../access/actor.js";
import { mayRead } from "../../../access/permissions.js";
import type { CollectionCrosswalk, CollectionRecord } from "../../../store/disk/manifest.js";
import type { Cancellation } from "../../../core/engine/cancellation.js";
import { InvalidQuery } from "../../../core/errors/errors.js";
import { addDecimals, type Decimal, ZERO } from "../../../core/model/values/decimal.js";
import { readDecimal } from "../../../core/query/condition/bind-value.js";
import { parameters } from "../../../core/query/parameters.js";
import { summarizeVersion } from "../../../store/dataset.js";
import type { Resource } from "../../answer.js";
import type { Context } from "../../context.js";
import type { PagePlace } from "../../page-place.js";
import { arrayOf, described, object, orNull, refer, TEXT, URL } from "../../schema.js";
import { isByTerritory } from "../../reading/adjust/series-places.js";
import { aggregate } from "../../reading/aggregate/aggregate.js";
import { describeDataset, type DatasetDescription } from "../../reading/describe/describe-dataset.js";
import { datasetUrl } from "../../reading/describe/links.js";
import { collectText } from "../../reading/formats/collect-text.js";
import { type FoundCollection, listCollections } from "../../reading/lookup/find-collection.js";
import { listReadable } from "../../reading/lookup/find-dataset.js";
import { holdCollections } from "../../reading/lookup/find-union.js";
import { answerOfSeveral } from "../../reading/lookup/several-datasets.js";
import { stillCurrent } from "../../reading/lookup/still-current.js";

/** Text of every collection: what is left out is not told. */
const NOTE = "Members and totals are of the datasets that you may read.";

export const COLLECTION_SCHEMA = object({
  name: TEXT,
  label: TEXT,
  description: orNull(TEXT),
  html_url: URL,
  note: described(TEXT, "What a collection leaves out for each reader."),
  datasets: described(arrayOf(refer("Dataset")), "Its datasets that the caller may read."),
  crosswalks: described(
    arrayOf(object({ dataset: TEXT, from: orNull(TEXT), through: TEXT, to: TEXT })),
    "Crosswalks by which datasets get dimensions in common: `to` is the name of the dimension, or of an attribute of it.",
  ),
});

interface CollectionDescription {
  readonly name: string;
  readonly label: string;
  readonly description: string | null;
  readonly html_url: string;
  readonly note: string;
  readonly datasets: readonly DatasetDescription[];
  readonly crosswalks: readonly CollectionCrosswalk[];
}

/** A dataset in the ranking of a collection. */
export interface RankedMember {
  readonly name: string;
  readonly label: string;
  readonly html_url: string;
  /** A decimal; of a quotient its first two digits after the point. */
  readonly amount: string | null;
}

/** The datasets of a collection by what they come to. */
export interface Ranking {
  readonly year: string | null;
  readonly currency: string | null;
  /** Series of people that amounts are divided by; `null` for whole amounts. */
  readonly per: string | null;
  readonly total: string | null;
  readonly members: readonly RankedMember[];
  /** Address of the figures. */
  readonly url: string;
  readonly warnings: readonly string[];
}

/** Sums of the datasets of a collection, by year. */
export interface CollectionYears {
  readonly currency: string | null;
  /** In order of time. */
  readonly years: readonly CollectionYear[];
  /** Address of the figures. */
  readonly url: string;
}

interface CollectionYear {
  readonly year: string;
  readonly amount: Decimal;
  /** Names of the datasets with entries of the year. */
  readonly datasets: readonly string[];
}

export interface CollectionPage extends PagePlace {
  readonly kind: "collection";
  readonly collection: CollectionDescription;
  /** Absent for fewer than two years, and where the datasets cannot be added up. */
  readonly timeLine: CollectionYears | null;
  /** None if each year has a dataset of its own. */
  readonly rankings: readonly Ranking[];
  /** Reason why the datasets are not ranked; `null` if they are. */
  readonly unranked: string | null;
}

/** The list of collections. */
export interface CollectionsPage extends PagePlace {
  readonly kind: "collections";
  readonly collections: readonly CollectionDescription[];
}

/** `GET /{collection}`: what a collection is, its datasets, and these as a ranking. */
export function showCollection(
  context: Context,
  actor: Actor,
  found: FoundCollection,
  origin: string,
  signal?: Cancellation,
): Resource<CollectionPage> {
  const { record, members } = found;
  const collection = describeCollection(context, actor, found, origin);
  return {
    ...answerOfMembers(context, actor, [found], textOf(record)),
    formats: { json: async () => ({ chunks: [JSON.stringify(collection)] }) },
    async page() {
      const place = { origin, url: collection.html_url, query: "", alternates: ["json"] as const };
      const page = { kind: "collection", ...place, collection, timeLine: null, rankings: [], unranked: null } as const;
      try {
        const scope = { context, actor, found, origin, signal };
        const timeLine = await readYears(scope);
        const years = timeLine?.years ?? [];
        const most = Math.max(0, ...years.map(({ datasets }) => datasets.length));
        const shown = { ...page, timeLine: years.length > 1 ? timeLine : null };
        if (most === 1 && years.length > 1) return shown;
        const year = years.findLast(({ datasets }) => datasets.length === most)?.year ?? null;
        const whole = await rank(scope, year, null);
        const per = await rankPerHead(scope, year);
        return { ...shown, rankings: per ? [per, whole] : [whole] };
      } catch (error) {
        if (!(error instanceof InvalidQuery)) throw error;
        return { ...page, unranked: error.errors.join("; ") };
      }
    },
    jsonSteps: members.length * 1000,
  };
}

/** `GET /collections`: the collections of which the caller may read a dataset. */
export function showCollections(context: Context, actor: Actor, origin: string): Resource<CollectionsPage> {
  const found = listCollections(context, actor);
  const described = found.map((each) => describeCollection(context, actor, each, origin));
  const texts = found.map(({ record }) => [record.name, textOf(record)]);
  return {
    ...answerOfMembers(context, actor, found, JSON.stringify(texts)),
    formats: { json: async () => ({ chunks: [JSON.stringify({ collections: described })] }) },
    page: async () => ({
      kind: "collections",
      origin,
      url: `${origin}/collections`,
      query: "",
      alternates: ["json"],
      collections: described,
    }),
  };
}

function answerOfMembers(context: Context, actor: Actor, found: readonly FoundCollection[], canonical: string) {
  const datasets = [...new Set(found.flatMap(({ members }) => members))];
  const holds = datasets.map((dataset) => stillCurrent(context.catalog, dataset));
  const { catalog } = context;
  const { collections } = catalog;
  const answer = {
    ...answerOfSeveral(context, actor, datasets),
    canonical,
    lasts: false,
    cited: undefined,
    holds: () => catalog.collections === collections && holds.every((isCurrent) => isCurrent()),
  };
  return holdCollections(
    context,
    answer,
    found.map(({ record }) => record.name),
  );
}

/** Return what an answer about a collection depends on beside its datasets. */
function textOf({ label, description, crosswalks }: CollectionRecord): string {
  return `${label} ${description}${crosswalks ? JSON.stringify(crosswalks) : ""}`;
}

function describeCollection(
  { catalog }: Context,
  actor: Actor,
  { record, members }: FoundCollection,
  origin: string,
): CollectionDescription {
  const { name, label, description } = record;
  const names = new Set(members.map((dataset) => summarizeVersion(dataset).metadata.name));
  const isShown = ({ dataset, through }: CollectionCrosswalk): boolean => {
    const crosswalk = catalog.get(through);
    return names.has(dataset) && crosswalk !== undefined && mayRead(actor, crosswalk);
  };
  const datasets = members.map((dataset) => describeDataset(dataset, origin));
  return {
    name,
    label,
    description,
    html_url: datasetUrl(origin, name),
    note: NOTE,
    datasets,
    crosswalks: (record.crosswalks ?? []).filter(isShown),
  };
}

interface RankScope {
  readonly context: Context;
  readonly actor: Actor;
  readonly found: FoundCollection;
  readonly origin: string;
  readonly signal: Cancellation | undefined;
}

/** Rank datasets by their amounts of a year. */
async function rank(scope: RankScope, year: string | null, per: string | null): Promise<Ranking> {
  const { context, actor, origin, signal } = scope;
  const { record } = scope.found;
  const pairs: [string, string][] = [
    ["dataset", record.name],
    ["drilldown", "dataset"],
    ["exact", "true"],
    ...(year === null ? [] : [["cut", `year:${year}`] as [string, string]]),
    ...(per === null ? [] : [["per", per] as [string, string]]),
  ];
  const answer = aggregate(context, actor, parameters(pairs), origin, signal);
  const {
    summary,
    drilldown,
    warnings = [],
  } = JSON.parse(await collectText(await answer.formats.json!())) as {
    summary: { amount: string | null; currency: { amount: string | null } };
    drilldown: { dataset: { name: string; label: string; html_url: string }; amount: string | null }[];
    warnings?: string[];
  };
  return {
    year,
    currency: summary.currency.amount,
    per,
    total: shorten(summary.amount),
    members: drilldown.map(({ dataset: { name, label, html_url: url }, amount }) => ({
      name,
      label,
      html_url: url,
      amount: shorten(amount),
    })),
    url: `${origin}/api/2/aggregate?${new URLSearchParams(pairs).toString()}`,
    warnings,
  };
}

/** Rank datasets per head of their people, by the first series that has people of their territories. */
async function rankPerHead(scope: RankScope, year: string | null): Promise<Ranking | null> {
  const { context, actor } = scope;
  const people = listReadable(context, actor).filter(
    (each) => summarizeVersion(each).metadata.series?.kind === "stock" && isByTerritory(each.model),
  );
  for (const { model } of people) {
    try {
      const ranking = await rank(scope, year, model.dataset.name);
      if (ranking.members.some(({ amount }) => amount !== null)) return ranking;
    } catch (error) {
      // A series of other territories, or of several levels.
      if (!(error instanceof InvalidQuery)) throw error;
    }
  }
  return null;
}

/** Read what the datasets come to in each year; `null` if one has no dates. @throws InvalidQuery if they cannot be added up */
async function readYears({ context, actor, found, origin, signal }: RankScope): Promise<CollectionYears | null> {
  const haveDates = found.members.every(({ model }) =>
    model.dimensions.some(({ name, kind }) => name === "time" && kind === "date"),
  );
  if (!haveDates) return null;
  const pairs: [string, string][] = [
    ["dataset", found.record.name],
    ["drilldown", "year|dataset"],
    ["exact", "true"],
    ["order", "year:asc"],
    ["pagesize", "10000"],
  ];
  const answer = aggregate(context, actor, parameters(pairs), origin, signal);
  const { summary, drilldown } = JSON.parse(await collectText(await answer.formats.json!())) as CellsOfYears;
  const years = new Map<string, CollectionYear>();
  for (const { year, dataset, amount } of drilldown) {
    if (year === null || amount === null) continue;
    const known = years.get(year) ?? { year, amount: ZERO, datasets: [] };
    years.set(year, {
      year,
      amount: addDecimals(known.amount, readDecimal(amount)!),
      datasets: [...known.datasets, dataset.name].toSorted(),
    });
  }
  const query = new URLSearchParams({ dataset: found.record.name, drilldown: "year", order: "year:asc" });
  const url = `${origin}/api/2/aggregate?${query.toString()}`;
  return { currency: summary.currency.amount, years: [...years.values()], url };
}

interface CellsOfYears {
  readonly summary: { readonly currency: { readonly amount: string | null } };
  readonly drilldown: readonly {
    readonly dataset: { readonly name: string };
    readonly year: string | null;
    readonly amount: string | null;
  }[];
}

/** Round a quotient of two integers to two digits after the point; decimals stay. */
function shorten(text: string | null): string | null {
  const [over, under] = text?.split("/") ?? [];
  return under === undefined ? text : (Number(over) / Number(under)).toFixed(2);
}
