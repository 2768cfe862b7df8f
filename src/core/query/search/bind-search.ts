import { errorText } from "../../errors/error-text.js";
import { InvalidQuery } from "../../errors/errors.js";
import type { Model } from "../../model/cube.js";
import { printClauses } from "../clauses.js";
import { bindSearchText } from "../condition/bind-text.js";
import { refuseField, findField, type SearchField } from "../condition/field.js";
import { pageRange, type PageRange } from "../page.js";
import { sortErrors } from "../sort-errors.js";
import { bindFilter, checkFilter, type FilterNotes, reportRefused, warnOfUnmet } from "./bind-filter.js";
import { bindSearchOrder, type SearchCriterion } from "./bind-order.js";
import type { SearchQuery } from "./query.js";
import type { SearchRequest } from "./request.js";

/** A search in several datasets. */
export interface BoundSearch {
  /** One query for each model. */
  readonly queries: readonly SearchQuery[];
  readonly order: readonly SearchCriterion[];
  readonly facets: readonly SearchFacet[];
  readonly page: PageRange;
  readonly facetPage: PageRange;
  readonly stats: boolean;
  readonly highlight: boolean;
  /** True if facets show whole members. */
  readonly expand: boolean;
  /** Warnings about parts that match nothing. */
  readonly warnings: readonly string[];
  /** Normalised spelling: searches of the same datasets with the same answer have the same one. */
  readonly canonical: string;
}

export interface SearchFacet {
  /** The field as the user wrote it. */
  readonly name: string;
  /** The field in each model; `null` if the model has no such field. */
  readonly fields: readonly (SearchField | null)[];
  /** Index among the facets of each model's query; -1 if the query does not count this facet. */
  readonly positions: readonly number[];
  /** True if a single query counts just one page of values; several queries return all values. */
  readonly isPaged: boolean;
}

/** The order in which errors are reported. */
const PARAMETERS = ["q", "fq", "filter", "order", "facet_field", "page", "pagesize", "facet_page", "facet_pagesize"];

/**
 * Bind a request to the models of the datasets that it searches.
 * @param named true if the request names exactly one dataset
 * @param found errors that were already found
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
  errors.push(...text.errors);
  const { filters, stats, highlight } = request;
  checkFilter(models, filters, errors);
  const notes: FilterNotes = { read: new Set(), refused: new Map(), warnings: new Set(), unmet: new Set() };
  const filterConditions = models.map((model) => bindFilter(model, filters, notes));
  reportRefused(notes, errors);
  const order = bindSearchOrder(models, request.order, errors);
  const facets = bindFacets(models, request.facets, errors);
  const page = pageRange(request);
  const facetPage = pageRange({ page: request.facetPage, pagesize: request.facetPagesize });
  const clauses = text.clauses + filters.length + request.order.length + facets.length;
  if (errors.length === 0 && clauses > maxClauses) {
    errors.push(errorText("search_too_large", { clauses, maximum: maxClauses }));
  }
  if (errors.length > 0) throw new InvalidQuery(sortErrors(errors, ["category", ...PARAMETERS]));
  const expand = named && request.expand;
  // A page of several datasets is merged from the first entries of each.
  const [first, limit] = models.length === 1 ? [page.first, page.pagesize] : [0, page.first + page.pagesize];
  return {
    queries: models.map((model, at) => ({
      where: text.q[at]!,
      rarities: null,
      filters: [...text.fq[at]!, ...filterConditions[at]!],
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
    warnings: [...new Set([...text.warnings, ...warnOfUnmet(models, notes), ...notes.warnings])],
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
      errors.push(`facet_field: ${refuseField(models, name)}`);
    }
    const positions = fields.map((field, at) => (field && field.is !== "dataset" ? counted[at]!++ : -1));
    return { name, fields, positions, isPaged: positions.filter((at) => at >= 0).length === 1 };
  });
}
