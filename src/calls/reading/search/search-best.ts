import type { Bounds } from "../../../core/engine/bounds.js";
import type { Reader } from "../../../core/engine/engine.js";
import { rarityOf, shortnessOf, weighingClauses } from "../../../core/engine/relevance.js";
import type { Hit, SearchResult } from "../../../core/engine/search.js";
import { Pace } from "../../../core/engine/pace.js";
import { openReader } from "../../../core/engine/with-reader.js";
import { compareDecimals } from "../../../core/model/values/decimal.js";
import type { BoundSearch } from "../../../core/query/search/bind-search.js";
import type { SearchQuery } from "../../../core/query/search/query.js";
import type { Dataset } from "../../../store/dataset.js";
import { type FoundHit, mergeHits, noHits } from "./merge-hits.js";
import type { CountedDataset, NarrowedSearch } from "./narrow-search.js";

/** A search of the datasets that it may find something in, bound to them. */
export interface BoundNarrowed {
  readonly search: NarrowedSearch;
  readonly bound: BoundSearch;
}

/** Results of a search that was narrowed. */
export interface BestFound extends BoundNarrowed {
  /** The opened datasets, then those whose matches were only counted. */
  readonly datasets: readonly Dataset[];
  /** One for each of the datasets; those of counted ones have no hits. */
  readonly results: readonly SearchResult[];
}

/** Factor by which at most more datasets are opened if the rest may have better matches: the next ones may rule most out. */
const WIDENED = 8;

/**
 * Search the datasets that may have the best matches, and count those of the rest. If the rest may have a better one than
 * the last of the page, more datasets are opened.
 * @param bind narrows the search down and binds it; see `narrowSearch`
 * @param change changes the queries
 */
export async function searchBest(
  bind: (atLeast?: number) => BoundNarrowed,
  bounds: Bounds,
  change: (query: SearchQuery) => SearchQuery = (query) => query,
): Promise<BestFound> {
  for (let bound = bind(); ;) {
    const { search, bound: bindings } = bound;
    const found = await searchOpened(search, bindings.queries.map(change), bounds);
    const better = await countBetter(search, bindings, found);
    if (better > 0) {
      const opened = search.datasets.length;
      bound = bind(Math.min(WIDENED * opened, opened + better));
      continue;
    }
    const rest = search.rest.map(({ dataset }) => dataset);
    const counted = search.rest.map(({ count }) => countedResult(count.entries));
    return { ...bound, datasets: [...search.datasets, ...rest], results: [...found.results, ...counted] };
  }
}

interface OpenedResults {
  readonly results: readonly SearchResult[];
  /** Rarities of the clauses among all datasets; `null` if each dataset has its own. */
  readonly rarities: ReadonlyMap<number, number> | null;
}

/** Search the opened datasets one after the other, with pauses. All of them stay leased until the last one is searched. */
export async function searchOpened(
  { datasets, ...scale }: NarrowedSearch,
  queries: readonly SearchQuery[],
  bounds: Bounds,
): Promise<OpenedResults> {
  const pace = new Pace(bounds);
  const readers: Reader[] = [];
  try {
    await pace.repeat(datasets.length, (at) => void readers.push(openReader(datasets[at]!, bounds)));
    const rarities = await sharedRarity(readers, queries, scale, pace);
    const results: SearchResult[] = [];
    for await (const [at, query] of pace.over(queries.entries())) {
      results.push(await readers[at]!.search({ ...query, rarities }));
    }
    return { results, rarities };
  } finally {
    for (const reader of readers) reader.release();
  }
}

/** Count the counted datasets that may have a match that belongs on the page. */
async function countBetter(
  { rest, numEntries, leftOut }: NarrowedSearch,
  { order, page }: BoundSearch,
  { results, rarities }: OpenedResults,
): Promise<number> {
  const [best] = rest;
  const wanted = page.first + page.pagesize;
  if (!best || page.pagesize === 0) return 0;
  let last: FoundHit | undefined;
  for await (const hits of mergeHits(results, order, wanted - 1, 1)) last = hits[0] ?? last;
  if (!last) return rest.length;
  const { leaf } = best.clause;
  const rarity = rarities?.get(leaf) ?? rarityOf(leftOut.get(leaf) ?? 0, numEntries);
  const worse = rest.findIndex((each) => isBelow(each, rarity, last, order));
  return worse < 0 ? rest.length : worse;
}

/** True if all matches of a dataset come after a hit, in the usual order. */
function isBelow(
  { clause, count, largest }: CountedDataset,
  rarity: number,
  { dataset, hit }: FoundHit,
  order: BoundSearch["order"],
): boolean {
  const score = Math.fround(clause.boost * rarity * shortnessOf(count.tokens));
  if (score !== hit.score) return score < hit.score;
  const amount = amountOf(hit, order[1]?.bound[dataset]);
  return amount !== null && largest !== null && compareDecimals(largest, amount) < 0;
}

function amountOf({ entry }: Hit, criterion: BoundSearch["order"][number]["bound"][number] | undefined) {
  return criterion?.by === "measure" ? entry.amounts[criterion.measure.index]! : null;
}

function countedResult(numEntries: number): SearchResult {
  return { numEntries, facets: [], statistics: [], hits: noHits };
}

/**
 * Compute the rarity of each clause of a search over the entries of all its datasets, by leaf, so that scores of
 * different datasets are comparable. `null` for a single dataset, or if the order does not depend on scores.
 */
async function sharedRarity(
  readers: readonly Reader[],
  queries: readonly SearchQuery[],
  { numDatasets, numEntries, leftOut, known }: Omit<NarrowedSearch, "datasets">,
  pace: Pace,
): Promise<ReadonlyMap<number, number> | null> {
  const isOrdered = queries.some(({ limit, order }) => limit > 0 && order.some(({ by }) => by === "score"));
  if (numDatasets === 1 || !isOrdered) return null;
  const matches = new Map(leftOut);
  for await (const [at, { where, filters }] of pace.over(queries.entries())) {
    const clauses = weighingClauses(where);
    const own = known?.[at];
    const counts = clauses.every(({ leaf }) => own?.has(leaf))
      ? clauses.map(({ leaf }) => own!.get(leaf)!)
      : await readers[at]!.countMatches(where, filters);
    clauses.forEach(({ leaf }, clause) => void matches.set(leaf, (matches.get(leaf) ?? 0) + counts[clause]!));
  }
  return new Map([...matches].map(([leaf, count]) => [leaf, rarityOf(count, numEntries)]));
}
