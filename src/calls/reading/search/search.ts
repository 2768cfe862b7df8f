import type { Actor } from "../../../access/actor.js";
import type { Cancellation } from "../../../core/engine/cancellation.js";
import { beginEffort, type Effort } from "../../../core/engine/query-cost.js";
import type { Bounds } from "../../../core/engine/bounds.js";
import type { SearchResult } from "../../../core/engine/search.js";
import { bindSearchRequest } from "../../../core/query/search/bind-search.js";
import { parseSearchRequest } from "../../../core/query/search/request.js";
import { readFlag } from "../../../core/query/flag.js";
import { nextPage } from "../../../core/query/page.js";
import type { SearchQuery } from "../../../core/query/search/query.js";
import type { Parameters } from "../../../core/query/parameters.js";
import { type Answer, type Body, type BodyFacts, type ChunkedBody, withNext } from "../../answer.js";
import { downloadName } from "../../formats.js";
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
import { type NarrowedSearch, narrowSearch, searchWhole } from "./narrow-search.js";
import { type BoundNarrowed, searchBest, searchOpened } from "./search-best.js";
import { findSearched } from "./searched-datasets.js";
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
  const found = [...errors];
  const request = parseSearchRequest(parameters, context, found);
  const bind = (search: NarrowedSearch): BoundNarrowed => {
    const searched = search.datasets.map((dataset) => withSources(dataset, parameters));
    const models = searched.map(({ model }) => model);
    const bound = bindSearchRequest(models, request, named, context.maxClauses, found);
    return { search: { ...search, datasets: searched }, bound };
  };
  const narrow = (atLeast?: number): BoundNarrowed =>
    bind(found.length > 0 ? searchWhole(datasets) : narrowSearch(datasets, request, atLeast));
  const narrowed = narrow();
  const { canonical } = narrowed.bound;
  const effort = beginEffort(
    narrowed.search.datasets.map(({ model }) => model.dataset.name),
    canonical,
    narrowed.search.numEntries,
  );
  const ignored = warnOfIgnored(context, "/api/2/search", parameters);
  const provenance = readFlag(parameters, "provenance");
  const compute = { context, actor, signal, ignored, effort, provenance };
  const form =
    (write: WriteFound, { bindAll, entriesOnly = true }: FormOptions = {}) =>
    () =>
      computeFound(compute, write, {
        bindAll: bindAll ?? ((atLeast) => (atLeast === undefined ? narrowed : narrow(atLeast))),
        entriesOnly,
      });
  // Their columns are those of all datasets.
  const inAll = { bindAll: () => bind(searchWhole(datasets)) };
  const name = named ? datasets[0]!.model.dataset.name : "search";
  const workbook = (found: Found): ChunkedBody & BodyFacts => {
    const numRows = countSheetRows(matchesOf(found.results), found.bound.page);
    const about = aboutSheet(origin, callPath("/api/2/search", parameters), named ? datasets : [], [], found.warnings);
    return { chunks: writeWorkbook(searchSheet(found, numRows), about), filename: downloadName(name, "xlsx") };
  };
  return {
    ...answerOfSeveral(context, actor, datasets),
    canonical: provenance ? `${canonical} provenance` : canonical,
    ...(ignored.length > 0 && { canonicalOfJson: ignored.join("\n") }),
    effort,
    estimate: () => estimateSearch(narrowed.search, narrowed.bound.queries),
    formats: {
      json: form((found) => ({ chunks: writeSearchJson(found, origin) }), { entriesOnly: false }),
      csv: form((found) => ({ chunks: writeSearchCsv(found), filename: downloadName(name, "csv") }), inAll),
      ndjson: form((found) => ({ chunks: writeSearchNdjson(found, origin), filename: downloadName(name, "ndjson") })),
      xlsx: form(workbook, inAll),
    } satisfies Record<"json" | keyof typeof HIT_BODIES, unknown>,
  };
}

/** Formats of the answer beside JSON, and what a body has in each. */
export const HIT_BODIES = {
  csv: "A header and a record for each entry: `dataset`, `id`, dimensions (columns `dimension.attribute`) in the order of the mapping, and measures. With several datasets, the columns of all of them.",
  ndjson: "A line for each entry, as in `results` of the JSON.",
  xlsx: "A workbook: the sheet `Data` has the columns of the CSV, with amounts as numbers, or as text if they have more than 15 digits; `About` has the address, and the source and the licence of the searched dataset.",
} as const;

/** Parts that the bodies of a search have in common. */
interface SearchCall {
  readonly context: Context;
  readonly actor: Actor;
  readonly signal: Cancellation | undefined;
  /** Warnings about its parameters. */
  readonly ignored: readonly string[];
  readonly effort: Effort;
  readonly provenance: boolean;
}

type WriteFound = (found: Found) => ChunkedBody & BodyFacts;

/** Search, and write what was found, with the warnings about it. */
async function computeFound(
  { context, actor, signal, ignored, effort, provenance }: SearchCall,
  write: WriteFound,
  { bindAll, entriesOnly }: Required<FormOptions>,
): Promise<Body> {
  const bounds = queryBounds(context, actor, signal);
  let missing: readonly string[] = [];
  let facetsMissing: readonly number[] = [];
  const compute = async () => {
    const best = await searchBest(bindAll, bounds, entriesOnly ? withoutFigures : undefined);
    const { bound, results } = best;
    const filtered = best.search.datasets.map(({ model, engine }, at) => {
      const { where, filters } = bound.queries[at]!;
      return { model, engine, filters: [where, ...filters] };
    });
    missing = await warnOfFilters(filtered, matchesOf(results), bounds);
    if (!entriesOnly) facetsMissing = await countFacetsMissing(bound, best.datasets, results, bounds);
    return best;
  };
  const { bound, datasets: searched, results } = await context.queue.run(compute, signal, effort);
  effort.matches = matchesOf(results);
  const warnings = [...ignored, ...bound.warnings, ...missing];
  return {
    ...write({
      bound,
      datasets: searched,
      results,
      facetsMissing,
      warnings,
      provenance,
      maxSeconds: context.maxSeconds,
    }),
    ...(entriesOnly && { warnings }),
    ...withNext(nextPage(matchesOf(results), bound.page)),
  };
}

interface FormOptions {
  /** Narrows the search down and binds it; see `narrowSearch`. */
  readonly bindAll?: (atLeast?: number) => BoundNarrowed;
  /** True to leave facets and statistics out. */
  readonly entriesOnly?: boolean;
}

function withoutFigures(query: SearchQuery): SearchQuery {
  return { ...query, facets: [], statistics: [] };
}

/** Entries of a dataset up to which a search takes as long as to open it. */
const FEW_ENTRIES = 2000;
/** Steps of searching a dataset with so few. */
const STEPS_OF_FEW = 100_000;

/** Estimate the steps of a search: see `WorkEstimates`. Small datasets that are not open stay so. */
export function estimateSearch({ datasets, steps }: NarrowedSearch, queries: readonly SearchQuery[]): number {
  const estimate = (dataset: Dataset, at: number): number => {
    if (dataset.summary && dataset.summary.numEntries <= FEW_ENTRIES) return STEPS_OF_FEW;
    return dataset.engine.estimates?.search(queries[at]!, dataset.model) ?? 0;
  };
  return datasets.reduce((sum, dataset, at) => sum + estimate(dataset, at), steps);
}

/** Search datasets one after the other. */
export async function searchAll(
  search: NarrowedSearch,
  queries: readonly SearchQuery[],
  bounds: Bounds,
): Promise<readonly SearchResult[]> {
  return (await searchOpened(search, queries, bounds)).results;
}
