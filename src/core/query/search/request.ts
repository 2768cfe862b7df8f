import { type Clause, parseClauses, parseList, parseOrder, printClauses } from "../clauses.js";
import { readFlag } from "../flag.js";
import { bindPage, DEFAULT_PAGESIZE, printPage } from "../page.js";
import type { Parameters } from "../parameters.js";
import { type CutClause, isPlainCut } from "../syntax/cut-clause.js";
import type { SearchBounds } from "../syntax/parse.js";
import { printSearch } from "../syntax/print.js";
import { readSearchText, readSearchTexts, type SearchText } from "../syntax/search-text.js";
import type { Range, SearchTree } from "../syntax/search-tree.js";

/** Parameters of the search call except the names of datasets: parsed, not yet checked against models. */
export interface SearchRequest {
  readonly q: SearchText | null;
  readonly fq: readonly SearchText[];
  readonly filters: readonly Clause[];
  /** Criteria with `asc` or `desc` for a value; none means relevance, then the amount, both descending. */
  readonly order: readonly Clause[];
  readonly facets: readonly string[];
  /** Number of the page, from 1; may be fractional. */
  readonly page: number;
  readonly pagesize: number;
  readonly facetPage: number;
  readonly facetPagesize: number;
  readonly stats: boolean;
  readonly highlight: boolean;
  readonly expand: boolean;
}

/** The request without any parameter: all entries. */
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

/** Read a request from the parameters of a URL, and collect all syntax errors. */
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

/** Print a request as parameters, leaving out those with default values. The inverse of `parseSearchRequest`. */
export function printSearchRequest(request: SearchRequest): readonly [name: string, value: string][] {
  const { q, fq, filters, order, facets, facetPage, facetPagesize, stats, highlight, expand } = request;
  const pairs: [string, string][] = [
    ["q", q?.text ?? ""],
    ["filter", printClauses(filters)],
    ...fq.map(({ text }) => ["fq", text] as [string, string]),
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

/**
 * Build the part of a request that selects the same entries as cuts. Values become filters. Ranges and exclusions
 * become searches for ranges, because filters have neither; ranges compare whole values, including letter case and
 * accents.
 */
export function entriesOfCuts(cuts: readonly CutClause[]): Pick<SearchRequest, "filters" | "fq"> {
  const within = new Map<string, Range[]>();
  const without: SearchTree[] = [];
  // If a field also has a range, its value becomes a range of one value: the two are alternatives.
  const ranged = new Set(
    cuts.filter(({ value, excluded }) => typeof value !== "string" && !excluded).map(({ field }) => field),
  );
  const filters = cuts.filter(isPlainCut).filter(({ field }) => !ranged.has(field));
  for (const cut of cuts) {
    const { field, value, excluded } = cut;
    if (isPlainCut(cut) && !ranged.has(field)) continue;
    const end = { text: String(value), inclusive: true };
    const range: Range = typeof value === "string" ? { is: "range", from: end, to: end } : value;
    if (excluded) without.push({ is: "not", of: { is: "in", field, of: range } });
    else within.set(field, [...(within.get(field) ?? []), range]);
  }
  const united = [...within].map(([field, ranges]): SearchTree => {
    const of: SearchTree = ranges.length === 1 ? ranges[0]! : { is: "any", of: ranges };
    return { is: "in", field, of };
  });
  return {
    filters,
    fq: [...united, ...without].map((tree) => ({ text: printSearch(tree), tree })),
  };
}
