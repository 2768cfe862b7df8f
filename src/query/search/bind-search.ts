import { InvalidQuery } from "../../errors/errors.js";
import type { Model } from "../../model/cube.js";
import { printClauses } from "../clauses.js";
import { bindSearchText } from "../condition/bind-text.js";
import { explainUnknownField, findField, type SearchField } from "../condition/field.js";
import { pageRange, type PageRange } from "../page.js";
import type { Parameters } from "../parameters.js";
import { sortErrors } from "../sort-errors.js";
import type { SearchBounds } from "../syntax/parse.js";
import { bindFilter, checkFilter } from "./bind-filter.js";
import { bindSearchOrder, type SearchCriterion } from "./bind-order.js";
import type { SearchQuery } from "./query.js";
import { parseSearchRequest, type SearchRequest } from "./request.js";

/** A search in several datasets. */
export interface BoundSearch {
  /** One for each model. */
  readonly queries: readonly SearchQuery[];
  readonly order: readonly SearchCriterion[];
  readonly facets: readonly SearchFacet[];
  readonly page: PageRange;
  readonly facetPage: PageRange;
  readonly stats: boolean;
  readonly highlight: boolean;
  /** True if facets show whole members. */
  readonly expand: boolean;
  /** Sentences about parts that match nothing. */
  readonly warnings: readonly string[];
  /** One spelling for all searches with this answer in the same datasets. */
  readonly canonical: string;
}

export interface SearchFacet {
  /** As it is written. */
  readonly name: string;
  /** For each model; `null` where it has no such field. */
  readonly fields: readonly (SearchField | null)[];
  /** For each model the position among its query's facets; -1 where it counts none. */
  readonly positions: readonly number[];
  /** True if one query counts the page; several queries give all their values. */
  readonly isPaged: boolean;
}

/** The order in which errors are named. */
const PARAMETERS = ["q", "fq", "filter", "order", "facet_field", "page", "pagesize", "facet_page", "facet_pagesize"];

/**
 * Parse and bind the parameters of a search to the models that it is in.
 * @param named whether one dataset was named, and it alone
 * @param found errors that were found before
 * @throws InvalidQuery with every error
 */
export function bindSearch(
  models: readonly Model[],
  parameters: Parameters,
  named: boolean,
  bounds: SearchBounds,
  found: readonly string[] = [],
): BoundSearch {
  const errors = [...found];
  const request = parseSearchRequest(parameters, bounds, errors);
  return bindSearchRequest(models, request, named, bounds.maxClauses, errors);
}

/**
 * Bind a request to the models of the datasets that it searches.
 * @param named whether one dataset was named, and it alone
 * @param found errors that were found before
 * @throws InvalidQuery with every error
 */
export function bindSearchRequest(
  models: readonly Model[],
  request: SearchRequest,
  named: boolean,
  maxClauses: number,
  found: readonly string[] = [],
): BoundSearch {
  const errors = [...found];
  const text = bindSearchText(models, request);
  const { filters, stats, highlight } = request;
  checkFilter(models, filters, errors);
  const order = bindSearchOrder(models, request.order, errors);
  const facets = bindFacets(models, request.facets, errors);
  const page = pageRange(request);
  const facetPage = pageRange({ page: request.facetPage, pagesize: request.facetPagesize });
  const clauses = text.clauses + filters.length + request.order.length + facets.length;
  if (errors.length === 0 && clauses > maxClauses) {
    errors.push(`The search has ${clauses} clauses, filters, criteria and facets; ${maxClauses} are allowed`);
  }
  if (errors.length > 0) throw new InvalidQuery(sortErrors(errors, ["category", ...PARAMETERS]));
  const expand = named && request.expand;
  // Pages of several datasets are put together from the first entries of each.
  const [first, limit] = models.length === 1 ? [page.first, page.pagesize] : [0, page.first + page.pagesize];
  return {
    queries: models.map((model, at) => ({
      where: text.q[at]!,
      rarities: null,
      filters: [...text.fq[at]!, ...bindFilter(model, filters)],
      order: order.flatMap(({ bound }) => bound[at] ?? []),
      first,
      limit,
      facets: facets.flatMap(({ fields, isPaged }) => {
        const field = fields[at];
        if (!field || field.is === "dataset") return [];
        return isPaged
          ? { field, first: facetPage.first, limit: facetPage.pagesize }
          : { field, first: 0, limit: Infinity };
      }),
      statistics: stats ? model.measures : [],
    })),
    order,
    facets,
    page,
    facetPage,
    stats,
    highlight,
    expand,
    warnings: text.warnings,
    canonical: JSON.stringify([
      text.canonical,
      printClauses(filters),
      order.map(({ name, descending }) => [name, descending]),
      facets.map(({ name }) => name),
      [page.page, page.pagesize, facetPage.page, facetPage.pagesize],
      [stats, highlight, expand],
    ]),
  };
}

function bindFacets(models: readonly Model[], requested: readonly string[], errors: string[]): readonly SearchFacet[] {
  const counted = models.map(() => 0);
  return [...new Set(requested)].map((name) => {
    const fields = models.map((model) => findField(model, name));
    if (models.length > 0 && fields.every((field) => field === null)) {
      errors.push(`facet_field: ${explainUnknownField(models, name)}`);
    }
    const positions = fields.map((field, at) => (field && field.is !== "dataset" ? counted[at]!++ : -1));
    return { name, fields, positions, isPaged: positions.filter((at) => at >= 0).length === 1 };
  });
}
