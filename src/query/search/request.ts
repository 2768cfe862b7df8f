import { type Clause, parseClauses, parseList, parseOrder, printClauses } from "../clauses.js";
import { readFlag } from "../flag.js";
import { bindPage, DEFAULT_PAGESIZE, printPage } from "../page.js";
import type { Parameters } from "../parameters.js";
import type { SearchBounds } from "../syntax/parse.js";
import { readSearchText, readSearchTexts, type SearchText } from "../syntax/search-text.js";

/** The parameters of the search call beside what names datasets, read but not yet compared with models. */
export interface SearchRequest {
  readonly q: SearchText | null;
  readonly fq: readonly SearchText[];
  readonly filters: readonly Clause[];
  /** Criteria with `asc` or `desc` for a value; none means relevance, then the amount, both descending. */
  readonly order: readonly Clause[];
  readonly facets: readonly string[];
  /** 1 is the first; may be fractional. */
  readonly page: number;
  readonly pagesize: number;
  readonly facetPage: number;
  readonly facetPagesize: number;
  readonly stats: boolean;
  readonly highlight: boolean;
  readonly expand: boolean;
}

/** All entries: the request that no parameter is. */
export const ALL_ENTRIES: SearchRequest = {
  q: null,
  fq: [],
  filters: [],
  order: [],
  facets: [],
  page: 1,
  pagesize: DEFAULT_PAGESIZE,
  facetPage: 1,
  facetPagesize: DEFAULT_PAGESIZE,
  stats: false,
  highlight: false,
  expand: false,
};

/** Read a request from the parameters of a URL, and every error of how they are written. */
export function parseSearchRequest(parameters: Parameters, bounds: SearchBounds, errors: string[]): SearchRequest {
  const { page, pagesize } = bindPage(parameters, errors);
  const facets = bindPage(parameters, errors, "facet_");
  return {
    q: readSearchText("q", parameters.get("q"), bounds, errors),
    fq: readSearchTexts("fq", parameters.all("fq"), bounds, errors),
    filters: parseClauses(parameters.get("filter") ?? "", (sentence) => errors.push(`filter: ${sentence}`)),
    order: parseOrder(parameters.get("order"), errors),
    facets: parseList(parameters.get("facet_field") ?? ""),
    page,
    pagesize,
    facetPage: facets.page,
    facetPagesize: facets.pagesize,
    stats: readFlag(parameters, "stats"),
    highlight: readFlag(parameters, "highlight"),
    expand: parameters.has("expand_facet_dimensions"),
  };
}

/** The inverse of `parseSearchRequest`: parameters with their values, those left out that say nothing. */
export function printSearchRequest(request: SearchRequest): readonly (readonly [name: string, value: string])[] {
  const { q, fq, filters, order, facets, facetPage, facetPagesize, stats, highlight, expand } = request;
  const pairs: (readonly [string, string])[] = [
    ["q", q?.text ?? ""],
    ["filter", printClauses(filters)],
    ...fq.map(({ text }) => ["fq", text] as const),
    ["order", printClauses(order)],
    ["facet_field", facets.join("|")],
    ...printPage({ page: facetPage, pagesize: facetPagesize }, "facet_"),
    ["stats", stats ? "true" : ""],
    ["highlight", highlight ? "true" : ""],
    ["expand_facet_dimensions", expand ? "true" : ""],
    ...printPage(request),
  ];
  return pairs.filter(([, value]) => value !== "");
}
