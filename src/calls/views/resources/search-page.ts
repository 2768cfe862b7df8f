import type { DatasetDates } from "../../feeds.js";
import { readDates } from "../pages/dataset-dates.js";
import { beginEffort } from "../../../core/engine/query-cost.js";
import type { Actor } from "../../../access/actor.js";
import { bindPage } from "../../../core/query/page.js";
import { parseList } from "../../../core/query/clauses.js";
import type { ReadingInput } from "../../reading-call.js";
import type { SearchQuery } from "../../../core/query/search/query.js";
import { ALL_ENTRIES, type SearchRequest } from "../../../core/query/search/request.js";
import { readSearchText, type SearchText } from "../../../core/query/syntax/search-text.js";
import type { Resource } from "../../answer.js";
import { type Context, queryBounds } from "../../context.js";
import { Pace } from "../../../core/engine/pace.js";
import { narrowSearch, searchWhole } from "../../reading/search/narrow-search.js";
import { describeDataset, type DatasetDescription } from "../../reading/describe/describe-dataset.js";
import { describeDimension, type DimensionDescription } from "../../reading/describe/describe-dimension.js";
import { findSuggestions, type Suggestions } from "../suggest/find-suggestions.js";
import { computeNewestAmount, type NewestAmount } from "../suggest/newest-amount.js";
import { listSpending } from "../../reading/lookup/find-dataset.js";
import type { FollowedPage } from "../../feeds.js";
import { followEntries } from "./follow-entries.js";
import { bindEntries, findInDatasets, type SearchFigure, type SearchScope } from "../pages/search-figure.js";
import type { SearchForm } from "../pages/forms.js";
import { queryErrors } from "../pages/query-errors.js";
import { InvalidForm } from "../pages/invalid-form.js";
import { estimateSearch } from "../../reading/search/search.js";
import { findSearched, type SearchedDatasets } from "../../reading/search/searched-datasets.js";
import { answerOfSeveral } from "../../reading/lookup/several-datasets.js";
import { labelMeasures, type MeasureLabel } from "../../../core/model/measure-label.js";

const PAGESIZE = 25;
/** Maximum number of suggestions in each group, and of datasets whose matches are added up. */
const SUGGESTED = 3;
const SUMMED = 8;
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
  /** Amount of the matches in each dataset, in their newest year; `null` if it has no meaning. */
  readonly newest: readonly (NewestAmount | null)[];
  /** Datasets and members that the words may stand for; `null` on later pages, and for queries with signs. */
  readonly suggested: Suggestions | null;
}

export interface SearchedDescription extends DatasetDates {
  readonly dataset: DatasetDescription;
  readonly dimensions: readonly DimensionDescription[];
  readonly measures: readonly MeasureLabel[];
}

/** `GET /search`: matching entries of all datasets, with their matches highlighted. */
export function showSearch(
  context: Context,
  actor: Actor,
  { parameters, origin, language, cancel: signal }: Pick<ReadingInput, "parameters" | "origin" | "language" | "cancel">,
): Resource<SearchPage> {
  const readable = listSpending(context, actor);
  const isNamed = parameters.get("dataset") !== undefined || parameters.get("category") !== undefined;
  const named = parseList(parameters.get("dataset") ?? "");
  const form: SearchForm = {
    origin,
    url: `${origin}/search`,
    query: "",
    alternates: context.feeds ? ["atom"] : [],
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
  const narrowed = unread.length > 0 ? searchWhole(datasets) : narrowSearch(datasets, request);
  let queries: readonly SearchQuery[] = [];
  errors.push(...queryErrors(() => ({ queries } = bindEntries(context, narrowed.datasets, request, chosen, unread))));
  if (errors.length > 0) {
    throw new InvalidForm(errors, parameters, (invalid) => ({ kind: "invalid search", ...form, invalid }));
  }
  const canonical = JSON.stringify(["search page", form.q, named, form.category, number]);
  const effort = beginEffort(
    narrowed.datasets.map(({ model }) => model.dataset.name),
    canonical,
    narrowed.numEntries,
  );
  return {
    ...answerOfSeveral(context, actor, datasets),
    canonical,
    effort,
    estimate: () => PAGE_STEPS + estimateSearch(narrowed, queries),
    formats: followEntries(
      { context, actor, datasets, origin, signal, effort },
      request,
      chosen,
      () => feedOf(form),
      language,
    ),
    page: async () => {
      const scope = { context, actor, datasets, origin, signal, effort };
      const found = form.q !== "" && datasets.length > 0 ? await findInDatasets(scope, request, chosen) : null;
      return {
        kind: "search",
        ...form,
        page: number,
        pagesize: PAGESIZE,
        ...(await showFound(scope, form, request, found)),
      };
    },
  };
}

/** Return what the feed of a search follows. */
function feedOf({ q, url, named, category }: SearchForm): FollowedPage {
  return {
    of: null,
    q,
    url,
    pairs: [
      ["q", q],
      ["dataset", named.join("|")],
      ["category", category],
    ],
  };
}

/** Return what a page shows of what was found. */
async function showFound(
  scope: SearchScope,
  { q }: SearchForm,
  request: SearchRequest,
  found: SearchFigure | null,
): Promise<Pick<SearchPage, "datasets" | "found" | "newest" | "suggested">> {
  const isPlain = request.page === 1 && request.q !== null && isPlainText(q);
  return {
    datasets: found ? await describeSearched(scope, found) : [],
    found,
    newest: found && request.q ? await readAmounts(scope, found, request.q) : [],
    suggested:
      found && isPlain ? await findSuggestions(scope, q, SUGGESTED, found.count === 0 ? "words" : null, true) : null,
  };
}

/** Describe the searched datasets: those of the shown entries with their fields, dates as precisely as they are known. */
async function describeSearched(
  { context, actor, origin, signal }: SearchScope,
  { datasets, entries }: SearchFigure,
): Promise<SearchPage["datasets"]> {
  const shown = new Set(entries.map(({ dataset }) => dataset));
  const described: SearchedDescription[] = [];
  for await (const [at, dataset] of new Pace(queryBounds(context, actor, signal)).over(datasets.entries())) {
    const named = {
      dataset: describeDataset(dataset, origin),
      dimensions: [],
      measures: [],
      precisions: {},
      fiscal: null,
    };
    if (!shown.has(at)) {
      described.push(named);
      continue;
    }
    const { model } = dataset;
    described.push({
      ...named,
      dimensions: model.dimensions.map((each) => describeDimension(model, each, origin)),
      measures: labelMeasures(model.measures),
      ...(await readDates({ context, actor, dataset, origin })),
    });
  }
  return described;
}

/** Read the amounts of the matches in the datasets that have the most of them, one after the other. */
async function readAmounts(
  { datasets: _datasets, ...services }: SearchScope,
  { datasets, counts }: SearchFigure,
  q: SearchText,
): Promise<SearchPage["newest"]> {
  const shown = new Set([...counts.keys()].toSorted((a, b) => counts[b]! - counts[a]!).slice(0, SUMMED));
  const newest: (NewestAmount | null)[] = [];
  for (const [at, dataset] of datasets.entries()) {
    const isRead = shown.has(at) && counts[at]! > 0;
    newest.push(isRead ? await computeNewestAmount({ ...services, dataset }, { q }) : null);
  }
  return newest;
}

/** True if a query consists of words alone: signs of its syntax would be taken for words. */
function isPlainText(q: string): boolean {
  return !/["*?:~^()[\]{}\\+!]|(^|\s)-|\b(AND|OR|NOT)\b|&&|\|\|/.test(q);
}

/** Steps of a page without its search: it is written by another thread even if the search is small. */
const PAGE_STEPS = 1_000_000;

const NOTHING = { datasets: [], errors: [] } as const;
