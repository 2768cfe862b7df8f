import type { Cancellation } from "../../engine/cancellation.js";
import { beginEffort } from "../../engine/query-cost.js";
import type { Actor } from "../../access/actor.js";
import { bindPage } from "../../query/page.js";
import { parseList } from "../../query/clauses.js";
import type { Parameters } from "../../query/parameters.js";
import type { SearchQuery } from "../../query/search/query.js";
import { ALL_ENTRIES, type SearchRequest } from "../../query/search/request.js";
import { readSearchText } from "../../query/syntax/search-text.js";
import type { Resource } from "../answer.js";
import type { Context } from "../context.js";
import { describeDataset, type DatasetDescription } from "../describe/describe-dataset.js";
import { describeDimension, type DimensionDescription } from "../describe/describe-dimension.js";
import { listReadable } from "../lookup/find-dataset.js";
import type { MeasureLabel } from "./figure.js";
import { bindEntries, findInDatasets, type SearchFigure } from "./search-figure.js";
import type { SearchForm } from "./forms.js";
import { queryErrors } from "./query-errors.js";
import { InvalidForm } from "./invalid-form.js";
import { estimateSearch } from "../search/search.js";
import { findSearched, type SearchedDatasets } from "../search/searched-datasets.js";
import { combineVersions, lastChange } from "../lookup/several-datasets.js";

const PAGESIZE = 25;
/** Maximum page number: after that, a user should refine the search. */
const MAX_PAGE = 400;

/** Entries of several datasets. */
export interface SearchPage extends SearchForm {
  readonly kind: "search";
  readonly page: number;
  readonly pagesize: number;
  readonly datasets: readonly SearchedDescription[];
  /** `null` without search words or datasets. */
  readonly found: SearchFigure | null;
}

export interface SearchedDescription {
  readonly dataset: DatasetDescription;
  readonly dimensions: readonly DimensionDescription[];
  readonly measures: readonly MeasureLabel[];
}

/** `GET /search`: matching entries of all datasets, with their matches highlighted. */
export function showSearch(
  context: Context,
  actor: Actor,
  parameters: Parameters,
  origin: string,
  signal?: Cancellation,
): Resource<SearchPage> {
  const readable = listReadable(context, actor);
  const isNamed = parameters.get("dataset") !== undefined || parameters.get("category") !== undefined;
  const named = parseList(parameters.get("dataset") ?? "");
  const form: SearchForm = {
    origin,
    url: `${origin}/search`,
    query: "",
    alternates: [],
    q: parameters.get("q")?.trim() ?? "",
    named,
    category: parameters.get("category") ?? "",
  };
  const errors: string[] = [];
  const number = Math.min(Math.floor(bindPage(parameters, errors, "", PAGESIZE).page), MAX_PAGE);
  const unread: string[] = [];
  const request: SearchRequest = {
    ...ALL_ENTRIES,
    q: readSearchText("q", form.q || undefined, context, unread),
    page: number,
    pagesize: PAGESIZE,
  };
  const chosen = { names: named, category: parameters.get("category") };
  let searched: Pick<SearchedDatasets, "datasets" | "errors"> = NOTHING;
  const unknown = queryErrors(() => {
    if (readable.length > 0 || isNamed) searched = findSearched(context, actor, parameters);
  });
  const { datasets } = searched;
  errors.push(...unknown.map((sentence) => `dataset: ${sentence}`), ...searched.errors);
  let queries: readonly SearchQuery[] = [];
  errors.push(...queryErrors(() => ({ queries } = bindEntries(context, datasets, request, chosen, unread))));
  if (errors.length > 0) {
    throw new InvalidForm(errors, parameters, (invalid) => ({ kind: "invalid search", ...form, invalid }));
  }
  const canonical = JSON.stringify(["search page", form.q, named, form.category, number]);
  const effort = beginEffort(
    datasets.map(({ model }) => model.dataset.name),
    canonical,
    datasets.reduce((sum, { engine }) => sum + engine.numEntries, 0),
  );
  const makePage = async (): Promise<SearchPage> => ({
    kind: "search",
    ...form,
    page: number,
    pagesize: PAGESIZE,
    datasets: datasets.map((dataset) => ({
      dataset: describeDataset(dataset, origin),
      dimensions: dataset.model.dimensions.map((each) => describeDimension(dataset.model, each, origin)),
      measures: dataset.model.measures.map(({ name, label }) => ({ name, label })),
    })),
    found:
      form.q === "" || datasets.length === 0
        ? null
        : await findInDatasets({ context, actor, datasets, origin, signal, effort }, request, chosen),
  });
  return {
    version: combineVersions(datasets),
    lastModified: lastChange(context, actor, datasets),
    canonical,
    effort,
    estimate: () => PAGE_STEPS + estimateSearch(datasets, queries),
    public: datasets.every((dataset) => !dataset.private),
    forms: {},
    page: makePage,
  };
}

/** Steps of a page without its search: it is written by another thread even if the search is small. */
const PAGE_STEPS = 1_000_000;

const NOTHING = { datasets: [], errors: [] } as const;
