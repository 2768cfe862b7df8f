import { InvalidQuery } from "../../errors/errors.js";
import type { Model } from "../../model/cube.js";
import { countClauses, parseList, printClauses } from "../clauses.js";
import { readFlag } from "../flag.js";
import { bindPage, type PageRange } from "../page.js";
import type { Parameters } from "../parameters.js";
import { type BindingNotes, bindCondition, fieldsIn } from "./bind-condition.js";
import { bindFilter, parseFilter } from "./bind-filter.js";
import { bindSearchOrder, type SearchCriterion } from "./bind-order.js";
import type { Condition } from "./condition.js";
import { QuerySyntaxError } from "./cursor.js";
import { explainUnknownField, findField, type SearchField } from "./field.js";
import { parseSearch, type SearchBounds } from "./parse.js";
import { printSearch } from "./print.js";
import type { SearchQuery } from "./query.js";
import type { SearchTree } from "./syntax.js";

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
  /** Whether members are shown whole in facets. */
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
  /** Whether one query counts the page; those of several give all that they have. */
  readonly isPaged: boolean;
}

/** Which entries of some models match: the parameters `q` and `fq`. */
export interface BoundText {
  readonly q: readonly Condition[];
  readonly fq: readonly (readonly Condition[])[];
  readonly clauses: number;
  readonly warnings: readonly string[];
  readonly canonical: readonly string[];
}

/**
 * Bind the parameters of a search to the models that it is in.
 * @param named whether one dataset was named, and it alone
 * @param found faults that were found before
 * @throws InvalidQuery with every fault
 */
export function bindSearch(
  models: readonly Model[],
  parameters: Parameters,
  named: boolean,
  bounds: SearchBounds,
  found: readonly string[] = [],
): BoundSearch {
  const errors = [...found];
  const text = bindSearchText(models, parameters, bounds, errors);
  const filter = parseFilter(models, parameters.get("filter") ?? "", errors);
  const order = bindSearchOrder(models, parameters.get("order"), errors);
  const facets = bindFacets(models, parameters.get("facet_field") ?? "", errors);
  const page = bindPage(parameters, errors);
  const facetPage = bindPage(parameters, errors, "facet_");
  const criteria = countClauses(parameters.get("order"));
  const clauses = text.clauses + filter.length + criteria + facets.length;
  if (errors.length === 0 && clauses > bounds.maxClauses) {
    errors.push(`The search has ${clauses} clauses, filters, criteria and facets; ${bounds.maxClauses} are allowed`);
  }
  if (errors.length > 0) throw new InvalidQuery(errors);
  const stats = readFlag(parameters, "stats");
  const highlight = readFlag(parameters, "highlight");
  const expand = named && parameters.has("expand_facet_dimensions");
  // Pages of several datasets are put together from the first entries of each.
  const [first, limit] = models.length === 1 ? [page.first, page.pagesize] : [0, page.first + page.pagesize];
  return {
    queries: models.map((model, at) => ({
      where: text.q[at]!,
      rarities: null,
      filters: [...text.fq[at]!, ...bindFilter(model, filter)],
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
      printClauses(filter),
      order.map(({ name, descending }) => [name, descending]),
      facets.map(({ name }) => name),
      [page.page, page.pagesize, facetPage.page, facetPage.pagesize],
      [stats, highlight, expand],
    ]),
  };
}

/** Bind `q` and every `fq` to some models. */
export function bindSearchText(
  models: readonly Model[],
  parameters: Parameters,
  bounds: SearchBounds,
  errors: string[],
): BoundText {
  const counter = { clauses: 0 };
  const parse = (name: string, text: string): SearchTree | null => parseParameter(name, text, bounds, counter, errors);
  const q = parse("q", parameters.get("q") ?? "");
  const fq = parameters.all("fq").map((text) => parse("fq", text));
  const notes: BindingNotes = { known: new Set(), warnings: new Set() };
  // Before what is not known is noted.
  const qs = models.map((model) => bindCondition(model, q, notes));
  const fqs = models.map((model) => fq.map((tree) => bindCondition(model, tree, notes)));
  const fields = new Set([q, ...fq].flatMap((tree) => [...fieldsIn(tree)]));
  const unknown = [...fields].filter((name) => !notes.known.has(name));
  return {
    q: qs,
    fq: fqs,
    clauses: counter.clauses,
    warnings: [...unknown.map((name) => `${explainUnknownField(models, name)}; it matches nothing`), ...notes.warnings],
    canonical: [q, ...fq].map((tree) => (tree ? printSearch(tree) : "")),
  };
}

function parseParameter(
  name: string,
  text: string,
  bounds: SearchBounds,
  counter: { clauses: number },
  errors: string[],
): SearchTree | null {
  try {
    const { tree, clauses } = parseSearch(text, bounds);
    counter.clauses += clauses;
    return tree;
  } catch (error) {
    if (!(error instanceof QuerySyntaxError)) throw error;
    errors.push(`${name}: ${error.message}`);
    return null;
  }
}

function bindFacets(models: readonly Model[], text: string, errors: string[]): readonly SearchFacet[] {
  const counted = models.map(() => 0);
  return [...new Set(parseList(text))].map((name) => {
    const fields = models.map((model) => findField(model, name));
    if (models.length > 0 && fields.every((field) => field === null)) {
      errors.push(`facet_field: ${explainUnknownField(models, name)}`);
    }
    const positions = fields.map((field, at) => (field && field.is !== "dataset" ? counted[at]!++ : -1));
    return { name, fields, positions, isPaged: positions.filter((at) => at >= 0).length === 1 };
  });
}
