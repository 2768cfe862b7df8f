import type { Cancellation } from "../../engine/cancellation.js";
import type { Effort } from "../../engine/query-cost.js";
import { type Highlight, planHighlight } from "../../engine/highlight.js";
import type { Member } from "../../engine/entry.js";
import type { FacetCounts, SearchResult } from "../../engine/search.js";
import type { Value } from "../../model/values/value.js";
import { decimalNumber } from "../../model/values/decimal.js";
import { type Clause, printClauses } from "../../query/clauses.js";
import { nextPage } from "../../query/page.js";
import { parameters } from "../../query/parameters.js";
import { type BoundSearch, bindSearch } from "../../query/search/bind-search.js";
import type { Dataset } from "../../store/dataset.js";
import { queryBounds, type Context } from "../context.js";
import { describeEntry, type EntryDescription } from "../describe/describe-entry.js";
import { describeMember } from "../describe/describe-member.js";
import { mergeHits } from "../search/merge-hits.js";
import type { PageScope } from "./page-scope.js";
import { searchAll } from "../search/search.js";
import { describeMeasures, type MeasureDescription } from "../search/statistics.js";

/** What entries a page is to show. */
export interface EntriesQuestion {
  readonly q?: string | undefined;
  readonly filters: readonly Clause[];
  readonly fq?: readonly string[];
  readonly order?: string | undefined;
  readonly page: number;
  readonly pagesize: number;
  readonly facets?: readonly string[];
  readonly facetPagesize?: number;
  /** Whether measures are described over all matches. */
  readonly stats?: boolean;
  readonly category?: string | undefined;
}

export interface SearchFigure {
  /** Query of the search call that gives all of them. */
  readonly query: string;
  readonly entries: readonly ListedEntry[];
  /** Number of all matches, of which `entries` holds one page. */
  readonly count: number;
  /** The same for each dataset that was searched. */
  readonly counts: readonly number[];
  readonly facets: readonly FacetList[];
  readonly statistics: Readonly<Record<string, { readonly sum: number }>>;
  readonly warnings: readonly string[];
  readonly nextPage: number | undefined;
}

export interface ListedEntry {
  /** Position of its dataset among those that were searched. */
  readonly dataset: number;
  readonly entry: EntryDescription;
  /** What matched: places in the texts of fields. */
  readonly highlight: Highlight;
}

/** Values of a field that matches have, the most frequent first. */
export interface FacetList {
  /** As a filter writes it. */
  readonly field: string;
  readonly values: readonly { readonly value: string; readonly label: string; readonly count: number }[];
}

/** Entries on a page of the search call, unless it is told otherwise. */
const PAGESIZE = 10_000;
/** More entries than there can be: one page for everything. */
const EVERYTHING = "1000000000";

/** Entries of one dataset for a page. @throws InvalidQuery with every fault of the question */
export function findEntries(scope: PageScope, question: EntriesQuestion): Promise<SearchFigure> {
  return findInDatasets({ ...scope, datasets: [scope.dataset] }, question, [scope.dataset.model.dataset.name]);
}

/** What a search over several datasets is read from: all of them may be read. */
export interface SearchScope {
  readonly context: Context;
  readonly datasets: readonly Dataset[];
  readonly origin: string;
  readonly signal?: Cancellation | undefined;
  /** Told what computing takes. */
  readonly effort?: Effort | undefined;
}

/** @param named the datasets that the query names; none means all */
export async function findInDatasets(
  { context, datasets, origin, signal, effort }: SearchScope,
  question: EntriesQuestion,
  named: readonly string[],
): Promise<SearchFigure> {
  const bound = bindQuestion(context, datasets, question, named);
  const search = () => searchAll(datasets, bound.queries, queryBounds(context));
  const results = await context.queue.run(search, signal, effort);
  const count = results.reduce((sum, { numEntries }) => sum + numEntries, 0);
  const entries = await gatherEntries(datasets, bound, results, origin);
  const requested = printQuestion(question, named);
  if (count > PAGESIZE) requested.set("pagesize", EVERYTHING);
  return {
    query: requested.toString(),
    entries,
    count,
    counts: results.map(({ numEntries }) => numEntries),
    facets: datasets.length === 1 ? describeFacets(bound, datasets[0]!, results[0]!, origin) : [],
    statistics: question.stats ? sumsByMeasure(describeMeasures(bound, results)) : {},
    warnings: bound.warnings,
    nextPage: nextPage(count, bound.page),
  };
}

/** The search that finds entries. @throws InvalidQuery with every fault of the question */
export function bindQuestion(
  context: Context,
  datasets: readonly Dataset[],
  question: EntriesQuestion,
  named: readonly string[],
): BoundSearch {
  const paged = printQuestion(question, named);
  paged.set("page", String(question.page));
  paged.set("pagesize", String(question.pagesize));
  if (question.facets && question.facets.length > 0) paged.set("facet_field", question.facets.join("|"));
  if (question.facetPagesize !== undefined) paged.set("facet_pagesize", String(question.facetPagesize));
  if (question.stats) paged.set("stats", "true");
  const models = datasets.map(({ model }) => model);
  return bindSearch(models, parameters(paged), named.length === 1, context);
}

function printQuestion(
  { q, filters, fq = [], order, category }: EntriesQuestion,
  named: readonly string[],
): URLSearchParams {
  const requested = new URLSearchParams();
  if (named.length > 0) requested.set("dataset", named.join("|"));
  if (category !== undefined) requested.set("category", category);
  if (q !== undefined && q !== "") requested.set("q", q);
  if (filters.length > 0) requested.set("filter", printClauses(filters));
  for (const each of fq) requested.append("fq", each);
  if (order !== undefined) requested.set("order", order);
  return requested;
}

async function gatherEntries(
  datasets: readonly Dataset[],
  { order, page, queries }: BoundSearch,
  results: readonly SearchResult[],
  origin: string,
): Promise<readonly ListedEntry[]> {
  const highlights = datasets.map(({ model }, at) => planHighlight(model, queries[at]!.where));
  const found: ListedEntry[] = [];
  for await (const hits of mergeHits(results, order, page.first, page.pagesize)) {
    for (const { dataset, hit } of hits) {
      const entry = describeEntry(datasets[dataset]!.model, hit.entry, origin);
      found.push({ dataset, entry, highlight: highlights[dataset]!(hit.entry) });
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
      if (!field.whole) return value === null ? [] : [{ value: String(value as Value), label: String(value), count }];
      const { name: id, label } = describeMember(model, field.dimension, value as Member, origin);
      return [{ value: String(id), label: String(label ?? "") || String(id), count }];
    });
    return [{ field: name, values: described }];
  });
}

function sumsByMeasure(measures: ReadonlyMap<string, MeasureDescription>): SearchFigure["statistics"] {
  return Object.fromEntries([...measures].map(([name, { sum }]) => [name, { sum: decimalNumber(sum) }]));
}
