import type { Actor } from "../../../access/actor.js";
import type { Cancellation } from "../../../core/engine/cancellation.js";
import { beginEffort } from "../../../core/engine/query-cost.js";
import type { Bounds } from "../../../core/engine/bounds.js";
import { Slices } from "../../../core/engine/slices.js";
import type { SearchResult } from "../../../core/engine/search.js";
import { openReader } from "../../../core/engine/with-reader.js";
import { bindSearch } from "../../../core/query/search/bind-search.js";
import { readFlag } from "../../../core/query/flag.js";
import { nextPage } from "../../../core/query/page.js";
import type { SearchQuery } from "../../../core/query/search/query.js";
import type { Parameters } from "../../../core/query/parameters.js";
import { type Answer, type Body, type BodyFacts, type ByteBody, type TextBody, withNext } from "../../answer.js";
import { aboutSheet, callPath, countSheetRows } from "../describe/about-sheet.js";
import { writeWorkbook } from "../formats/workbook.js";
import type { Dataset } from "../../../store/dataset.js";
import { queryBounds, type Context } from "../../context.js";
import { countFacetsMissing } from "./facets-missing.js";
import { searchSheet, writeSearchCsv } from "./write-csv.js";
import { matchesOf, type Found, writeSearchJson, writeSearchNdjson } from "./write-json.js";
import { warnOfIgnored } from "../lookup/ignored-parameters.js";
import { warnOfFilters } from "../lookup/missing-values.js";
import { withSources } from "../lookup/with-sources.js";
import { findSearched } from "./searched-datasets.js";
import { sharedRarity } from "./shared-rarity.js";
import { answerOfSeveral } from "../lookup/several-datasets.js";

/** `GET /api/2/search`: the entries of one or several datasets that match, with facets and statistics. */
export function search(
  context: Context,
  actor: Actor,
  parameters: Parameters,
  origin: string,
  signal?: Cancellation,
): Answer {
  const { datasets, named, errors } = findSearched(context, actor, parameters);
  const searched = datasets.map((dataset) => withSources(dataset, parameters));
  const models = searched.map(({ model }) => model);
  const bound = bindSearch(models, parameters, named, context, errors);
  const entries = datasets.reduce((sum, { engine }) => sum + engine.numEntries, 0);
  const effort = beginEffort(
    models.map(({ dataset }) => dataset.name),
    bound.canonical,
    entries,
  );
  const ignored = warnOfIgnored("/api/2/search", parameters);
  const provenance = readFlag(parameters, "provenance");
  const filtered = searched.map(({ model, engine }, at) => {
    const { where, filters } = bound.queries[at]!;
    return { model, engine, filters: [where, ...filters] };
  });
  const form =
    (write: (found: Found) => (TextBody | ByteBody) & BodyFacts, queries = bound.queries, showsWarnings = false) =>
    async (): Promise<Body> => {
      const bounds = queryBounds(context, actor, signal);
      let missing: readonly string[] = [];
      let facetsMissing: readonly number[] = [];
      const compute = async () => {
        const results = await searchAll(searched, queries, bounds);
        missing = await warnOfFilters(filtered, matchesOf(results), bounds);
        if (showsWarnings) facetsMissing = await countFacetsMissing(bound, searched, results, bounds);
        return results;
      };
      const results = await context.queue.run(compute, signal, effort);
      effort.matches = matchesOf(results);
      const warnings = [...ignored, ...bound.warnings, ...missing];
      return {
        ...write({ bound, datasets, results, facetsMissing, warnings, provenance, maxSeconds: context.maxSeconds }),
        ...(!showsWarnings && { warnings }),
        ...withNext(nextPage(matchesOf(results), bound.page)),
      };
    };
  const entriesOnly = bound.queries.map((query) => ({ ...query, facets: [], statistics: [] }));
  const name = named ? models[0]!.dataset.name : "search";
  const workbook = (found: Found): ByteBody & BodyFacts => {
    const numRows = countSheetRows(matchesOf(found.results), bound.page);
    const about = aboutSheet(origin, callPath("/api/2/search", parameters), named ? datasets : [], [], found.warnings);
    return { bytes: writeWorkbook(searchSheet(found, numRows), about), filename: `${name}.xlsx` };
  };
  return {
    ...answerOfSeveral(context, actor, datasets),
    canonical: provenance ? `${bound.canonical} provenance` : bound.canonical,
    ...(ignored.length > 0 && { canonicalOfJson: ignored.join("\n") }),
    effort,
    estimate: () => estimateSearch(searched, bound.queries),
    forms: {
      json: form((found) => ({ chunks: writeSearchJson(found, origin) }), bound.queries, true),
      csv: form((found) => ({ chunks: writeSearchCsv(found), filename: `${name}.csv` }), entriesOnly),
      ndjson: form((found) => ({ chunks: writeSearchNdjson(found, origin), filename: `${name}.ndjson` }), entriesOnly),
      xlsx: form(workbook, entriesOnly),
    },
  };
}

/** Estimate the steps of a search: see `WorkEstimates`. */
export function estimateSearch(datasets: readonly Dataset[], queries: readonly SearchQuery[]): number {
  return datasets.reduce((sum, { engine, model }, at) => sum + (engine.estimates?.search(queries[at]!, model) ?? 0), 0);
}

/** Search datasets one after the other. All of them stay leased until the last one is searched. */
export async function searchAll(
  datasets: readonly Dataset[],
  queries: readonly SearchQuery[],
  bounds: Bounds,
): Promise<readonly SearchResult[]> {
  const readers = datasets.map((dataset) => openReader(dataset, bounds));
  try {
    const entries = datasets.reduce((sum, { engine }) => sum + engine.numEntries, 0);
    const slices = new Slices(bounds);
    const rarities = await sharedRarity(readers, queries, entries, slices);
    const results: SearchResult[] = [];
    for await (const [at, query] of slices.over(queries.entries())) {
      results.push(await readers[at]!.search({ ...query, rarities }));
    }
    return results;
  } finally {
    for (const reader of readers) reader.release();
  }
}
