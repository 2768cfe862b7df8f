import type { Actor } from "../../access/actor.js";
import type { Cancellation } from "../../engine/cancellation.js";
import { beginEffort } from "../../engine/query-cost.js";
import type { Bounds } from "../../engine/bounds.js";
import type { SearchResult } from "../../engine/search.js";
import { bindSearch } from "../../query/search/bind-search.js";
import { nextPage } from "../../query/page.js";
import type { SearchQuery } from "../../query/search/query.js";
import type { Parameters } from "../../query/parameters.js";
import { type Answer, type Body, type BodyFacts, type TextBody, withNext } from "../answer.js";
import type { Dataset } from "../../store/dataset.js";
import { queryBounds, type Context } from "../context.js";
import { writeSearchCsv } from "./write-csv.js";
import { matchesOf, type Found, writeSearchJson, writeSearchNdjson } from "./write-json.js";
import { findSearched } from "./searched-datasets.js";
import { sharedRarity } from "./shared-rarity.js";
import { combineVersions, lastChange } from "../lookup/several-datasets.js";

/** `GET /api/2/search`: the entries of one or several datasets that match, with facets and statistics. */
export function search(
  context: Context,
  actor: Actor,
  parameters: Parameters,
  origin: string,
  signal?: Cancellation,
): Answer {
  const { datasets, named, errors } = findSearched(context, actor, parameters);
  const models = datasets.map(({ model }) => model);
  const bound = bindSearch(models, parameters, named, context, errors);
  const entries = datasets.reduce((sum, { engine }) => sum + engine.numEntries, 0);
  const effort = beginEffort(
    models.map(({ dataset }) => dataset.name),
    bound.canonical,
    entries,
  );
  const form =
    (write: (found: Found) => TextBody & BodyFacts, queries = bound.queries) =>
    async (): Promise<Body> => {
      const bounds = queryBounds(context, signal);
      const results = await context.queue.run(() => searchAll(datasets, queries, bounds), signal, effort);
      effort.matches = matchesOf(results);
      return { ...write({ bound, datasets, results }), ...withNext(nextPage(matchesOf(results), bound.page)) };
    };
  const entriesOnly = bound.queries.map((query) => ({ ...query, facets: [], statistics: [] }));
  const name = named ? models[0]!.dataset.name : "search";
  return {
    version: combineVersions(datasets),
    lastModified: lastChange(context, actor, datasets),
    canonical: bound.canonical,
    public: datasets.every((dataset) => !dataset.private),
    effort,
    forms: {
      json: form((found) => ({ chunks: writeSearchJson(found, origin) })),
      csv: form((found) => ({ chunks: writeSearchCsv(found), filename: `${name}.csv` }), entriesOnly),
      ndjson: form((found) => ({ chunks: writeSearchNdjson(found, origin), filename: `${name}.ndjson` }), entriesOnly),
    },
  };
}

/** Search datasets one after the other. All of them stay leased until the last one is searched. */
export async function searchAll(
  datasets: readonly Dataset[],
  queries: readonly SearchQuery[],
  bounds: Bounds,
): Promise<readonly SearchResult[]> {
  const readers = datasets.map(({ engine }) => engine.read(bounds));
  try {
    const entries = datasets.reduce((sum, { engine }) => sum + engine.numEntries, 0);
    const rarities = await sharedRarity(readers, queries, entries);
    const results: SearchResult[] = [];
    for (const [at, query] of queries.entries()) results.push(await readers[at]!.search({ ...query, rarities }));
    return results;
  } finally {
    for (const reader of readers) reader.release();
  }
}
