import type { Actor } from "../../../access/actor.js";
import type { Cancellation } from "../../../core/engine/cancellation.js";
import type { Effort } from "../../../core/engine/query-cost.js";
import { ComputingTime } from "../../../core/engine/computing-time.js";
import { type Highlight, planHighlight } from "../../../core/engine/highlight.js";
import type { Member } from "../../../core/engine/entry.js";
import type { FacetCounts, SearchResult } from "../../../core/engine/search.js";
import type { Value } from "../../../core/model/values/value.js";
import type { Decimal } from "../../../core/model/values/decimal.js";
import { DEFAULT_PAGESIZE, nextPage, printPage } from "../../../core/query/page.js";
import { type BoundSearch, bindSearchRequest } from "../../../core/query/search/bind-search.js";
import { ALL_ENTRIES, printSearchRequest, type SearchRequest } from "../../../core/query/search/request.js";
import type { Dataset } from "../../../store/dataset.js";
import { queryBounds, type Context } from "../../context.js";
import { describeEntry, type EntryDescription } from "../../reading/describe/describe-entry.js";
import { describeMember } from "../../reading/describe/describe-member.js";
import { mergeHits } from "../../reading/search/merge-hits.js";
import type { PageScope } from "./page-scope.js";
import { narrowSearch } from "../../reading/search/narrow-search.js";
import { lazily } from "../../reading/search/write-json.js";
import { type BoundNarrowed, searchBest } from "../../reading/search/search-best.js";
import { describeMeasures, type MeasureDescription } from "../../reading/search/statistics.js";

/** The datasets of a search, as its URL names them. */
export interface NamedDatasets {
  /** Names; empty for all datasets. */
  readonly names: readonly string[];
  readonly category?: string | undefined;
}

export interface SearchFigure {
  /** Query of the search call that returns all matches. */
  readonly query: string;
  /** Query of the search call that returns this page of matches. */
  readonly pageQuery: string;
  /** The datasets that were searched: others have no match. */
  readonly datasets: readonly Dataset[];
  readonly entries: readonly ListedEntry[];
  /** Number of all matches; `entries` holds one page of them. */
  readonly count: number;
  /** Number of matches in each searched dataset. */
  readonly counts: readonly number[];
  readonly facets: readonly FacetList[];
  readonly statistics: Readonly<Record<string, { readonly sum: Decimal }>>;
  readonly warnings: readonly string[];
  readonly nextPage: number | undefined;
}

export interface ListedEntry {
  /** Position of its dataset among `datasets`. */
  readonly dataset: number;
  readonly entry: EntryDescription;
  /** Places of the matches in the texts of fields. */
  readonly highlight: Highlight;
}

/** The values of a field among the matches, the most frequent first. */
export interface FacetList {
  /** Field as in a filter. */
  readonly field: string;
  readonly values: readonly FacetValue[];
}

export interface FacetValue {
  readonly value: string;
  readonly label: string;
  readonly count: number;
  /** First measure of the entries that have it; `null` if it was not added up or has no meaning. */
  readonly sum: Decimal | null;
}

/** Default page size of the search call, in entries. */
const PAGESIZE = DEFAULT_PAGESIZE;
/** Page size above any number of entries: one page for everything. */
const EVERYTHING = 1_000_000_000;

/** Find entries of one dataset for a page. @throws InvalidQuery with every error of the request */
export function findEntries(scope: PageScope, request: SearchRequest): Promise<SearchFigure> {
  const named = { names: [scope.dataset.model.dataset.name] };
  return findInDatasets({ ...scope, datasets: [scope.dataset] }, request, named);
}

/** The datasets of a search and the services to read them; the caller may read all of them. */
export interface SearchScope {
  readonly context: Context;
  readonly actor: Actor;
  readonly datasets: readonly Dataset[];
  readonly origin: string;
  readonly signal?: Cancellation | undefined;
  /** Receives the cost of the computation. */
  readonly effort?: Effort | undefined;
}

/** Find entries of several datasets for a page. @throws InvalidQuery with every error of the request */
export async function findInDatasets(
  { context, actor, datasets: all, origin, signal, effort }: SearchScope,
  request: SearchRequest,
  named: NamedDatasets,
): Promise<SearchFigure> {
  const bind = (atLeast?: number): BoundNarrowed => {
    const search = narrowSearch(all, request, atLeast);
    return { search, bound: bindEntries(context, search.datasets, request, named) };
  };
  const find = () => searchBest(bind, queryBounds(context, actor, signal));
  const { bound, datasets, results } = await context.queue.run(find, signal, effort);
  const count = results.reduce((sum, { numEntries }) => sum + numEntries, 0);
  const entries = await gatherEntries(context, datasets, bound, results, origin);
  const pairs = printEntries(request, named);
  const { page, pagesize } = request;
  return {
    query: printQuery([...pairs, ...printPage({ page: 1, pagesize: count > PAGESIZE ? EVERYTHING : PAGESIZE })]),
    pageQuery: printQuery([...pairs, ["page", String(page)], ["pagesize", String(pagesize)]]),
    datasets,
    entries,
    count,
    counts: results.map(({ numEntries }) => numEntries),
    facets: all.length === 1 ? describeFacets(bound, datasets[0]!, results[0]!, origin) : [],
    statistics: request.stats ? sumsByMeasure(describeMeasures(bound, results)) : {},
    warnings: bound.warnings,
    nextPage: nextPage(count, bound.page),
  };
}

/**
 * Bind a search for entries to the models of its datasets.
 * @param found errors that were found earlier
 * @throws InvalidQuery with every error of the request
 */
export function bindEntries(
  { maxClauses }: Context,
  datasets: readonly Dataset[],
  request: SearchRequest,
  { names }: NamedDatasets,
  found: readonly string[] = [],
): BoundSearch {
  const models = datasets.map(({ model }) => model);
  return bindSearchRequest(models, request, names.length === 1, maxClauses, found);
}

/** Print the search call that finds the same entries, without the facets and statistics of the page. */
function printEntries(request: SearchRequest, { names, category }: NamedDatasets): readonly [string, string][] {
  const { q, fq, filters, order } = request;
  return [
    ["dataset", names.join("|")],
    ["category", category ?? ""],
    ...printSearchRequest({ ...ALL_ENTRIES, q, fq, filters, order }),
  ];
}

function printQuery(pairs: readonly [string, string][]): string {
  return new URLSearchParams(pairs.filter(([, value]) => value !== "")).toString();
}

async function gatherEntries(
  { maxSeconds }: Context,
  datasets: readonly Dataset[],
  { order, page, queries }: BoundSearch,
  results: readonly SearchResult[],
  origin: string,
): Promise<readonly ListedEntry[]> {
  const time = new ComputingTime(maxSeconds * 1000);
  const highlights = lazily(datasets, ({ model }, at) => planHighlight(model, queries[at]!.where, time.check));
  const found: ListedEntry[] = [];
  for await (const hits of mergeHits(results, order, page.first, page.pagesize)) {
    for (const { dataset, hit } of hits) {
      const entry = describeEntry(datasets[dataset]!.model, hit.entry, origin);
      found.push({ dataset, entry, highlight: time.run(() => highlights(dataset)(hit.entry)) });
    }
  }
  return found;
}

function describeFacets(
  bound: BoundSearch,
  { model }: Dataset,
  { facets }: SearchResult,
  origin: string,
): readonly FacetList[] {
  return bound.facets.flatMap(({ name, fields, positions }) => {
    const [field] = fields;
    if (field?.is !== "attribute") return [];
    const { values, counts }: FacetCounts = facets[positions[0]!]!;
    const described = values.flatMap((value, at) => {
      const count = counts[at]!;
      if (!field.whole)
        return value === null ? [] : [{ value: String(value as Value), label: String(value), count, sum: null }];
      const { name: id, label } = describeMember(model, field.dimension, value as Member, origin);
      return [{ value: String(id), label: String(label ?? "") || String(id), count, sum: null }];
    });
    return [{ field: name, values: described }];
  });
}

function sumsByMeasure(measures: ReadonlyMap<string, MeasureDescription>): SearchFigure["statistics"] {
  return Object.fromEntries([...measures].map(([name, { sum }]) => [name, { sum }]));
}
