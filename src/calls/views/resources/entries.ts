import type { DatasetDates } from "../../feeds.js";
import { readDates } from "../pages/dataset-dates.js";
import type { Cancellation } from "../../../core/engine/cancellation.js";
import type { Actor } from "../../../access/actor.js";
import { InvalidQuery, NotFound } from "../../../core/errors/errors.js";
import { type Clause, printClauses } from "../../../core/query/clauses.js";
import type { Parameters } from "../../../core/query/parameters.js";
import type { SearchQuery } from "../../../core/query/search/query.js";
import type { SearchRequest } from "../../../core/query/search/request.js";
import { searchWhole } from "../../reading/search/narrow-search.js";
import { estimateSearch } from "../../reading/search/search.js";
import type { Dataset } from "../../../store/dataset.js";
import type { Redirect, Resource } from "../../answer.js";
import type { Format } from "../../formats.js";
import { printChosen, rangeOfListing, readBrowsing, searchOfListing } from "../pages/read-listing.js";
import type { Context } from "../../context.js";
import { datasetAnswer } from "../../reading/lookup/dataset-answer.js";
import { describeDataset } from "../../reading/describe/describe-dataset.js";
import { describeDimension } from "../../reading/describe/describe-dimension.js";
import { describeMember } from "../../reading/describe/describe-member.js";
import { findDataset } from "../../reading/lookup/find-dataset.js";
import { findMember, type FoundMember, type MemberPath } from "../../reading/lookup/find-member.js";
import { addFacetSums } from "../pages/facet-sums.js";
import { followEntries } from "./follow-entries.js";
import { bindEntries, findEntries, type SearchFigure } from "../pages/search-figure.js";
import { datasetUrl, memberBase } from "../../reading/describe/links.js";
import { findAddedEntries } from "../pages/added-entries.js";
import type { FigureAddition } from "../pages/page-table.js";
import type { Browsing, EntriesForm } from "../pages/forms.js";
import { queryErrors } from "../pages/query-errors.js";
import { countDimensions, rankDimensions } from "../../reading/describe/rank-dimensions.js";
import { InvalidForm } from "../pages/invalid-form.js";
import type { PageScope } from "../pages/page-scope.js";
import { labelMeasures } from "../../../core/model/measure-label.js";

/** The request for a listing of entries. */
export interface EntriesRequest {
  /** `undefined` if the requested format is not supported. */
  readonly format: Format | undefined;
  readonly parameters: Parameters;
  /** Language of the page. */
  readonly language: string;
  /** The parameters in their order, with repetitions. */
  readonly pairs: readonly (readonly [string, string])[];
  readonly origin: string;
  readonly cancel?: Cancellation;
}

/** Maximum number of values of a facet on a page. */
const FACET_VALUES = 12;
/** Parameters that become a range of amounts in a search. */
const READ_AS_RANGE: ReadonlySet<string> = new Set(["measure", "min", "max", "numbers"]);
/** Maximum number of facets, besides the year. */
const FACETS = 6;

/** Entries of a dataset, or of one of its members. */
export interface EntriesPage extends EntriesForm, DatasetDates {
  readonly kind: "entries";
  readonly found: SearchFigure;
  /** Members that a sum of all found entries would add up although they must not be. */
  readonly added: readonly FigureAddition[];
}

/** `GET /{dataset}/entries`: a page of entries. Other forms redirect to the search call with the same query. */
export async function redirectToSearch(
  context: Context,
  actor: Actor,
  name: string,
  request: EntriesRequest,
): Promise<Resource<EntriesPage> | Redirect> {
  return answerEntries(context, actor, findDataset(context, actor, name, NotFound), null, request);
}

/** `GET /{dataset}/{dimension}/{name}/entries`: the entries of a member, as a page or a redirect. */
export async function listEntriesOfMember(
  context: Context,
  actor: Actor,
  path: MemberPath,
  request: EntriesRequest,
): Promise<Resource<EntriesPage> | Redirect> {
  const found = await findMember(context, actor, path);
  return answerEntries(context, actor, found.dataset, found, request);
}

function answerEntries(
  context: Context,
  actor: Actor,
  dataset: Dataset,
  of: FoundMember | null,
  { format, parameters, language, pairs, origin, cancel }: EntriesRequest,
): Resource<EntriesPage> | Redirect {
  const errors: string[] = [];
  if (format === "json" || format === "csv" || format === "xlsx") {
    const browsing = readBrowsing(dataset.model, parameters, null, errors);
    const range = rangeOfListing(browsing);
    if (range === null) return { redirect: searchPath(dataset, of, format, pairs) };
    if (errors.length > 0) throw new InvalidQuery(errors);
    const rest = pairs.filter(([name]) => !READ_AS_RANGE.has(name));
    return { redirect: searchPath(dataset, of, format, [...rest, ["fq", range.text]]) };
  }
  const requested = readBrowsing(dataset.model, parameters, format === "html" ? language : null, errors);
  const unread: string[] = [];
  const request = searchOfListing(requested, of ? [clauseOf(of)] : [], context, unread);
  let queries: readonly SearchQuery[] = [];
  errors.push(...queryErrors(() => ({ queries } = bindEntries(context, [dataset], request, { names: [] }, unread))));
  const describe = (): EntriesForm => describeForm(context, dataset, origin, of, requested);
  if (errors.length > 0) {
    throw new InvalidForm(errors, parameters, (invalid) => ({ kind: "invalid entries", ...describe(), invalid }));
  }
  const answer = datasetAnswer(context, dataset, JSON.stringify(requested));
  const { model } = dataset;
  const scope = { context, actor, dataset, origin, signal: cancel, effort: answer.effort };
  return {
    ...answer,
    estimate: () => dataset.engine.numEntries * FACETS + estimateSearch(searchWhole([dataset]), queries),
    formats: followEntries(
      { ...scope, datasets: [dataset] },
      request,
      { names: [model.dataset.name] },
      () => {
        const { url, dataset: described, of: member } = describe();
        const about = member ? `${member.member.label ?? member.member.name}, ${described.label}` : described.label;
        return {
          of: about,
          q: requested.q,
          url,
          pairs: printChosen(requested),
        };
      },
      language,
    ),
    page: () => makePage(scope, of, request, describe()),
  };
}

async function makePage(
  scope: PageScope,
  of: FoundMember | null,
  request: SearchRequest,
  form: EntriesForm,
): Promise<EntriesPage> {
  const facets = await chooseFacets(scope);
  const found = await findEntries(scope, {
    ...request,
    facets: facets.filter((field) => !of || field !== of.dimension.name),
    facetPagesize: FACET_VALUES,
  });
  return {
    kind: "entries",
    ...form,
    ...(await readDates(scope)),
    found: { ...found, facets: await addFacetSums(scope, request, found.facets) },
    added: (await findAddedEntries(scope, request)).map((each) => ({ ...each, isInCells: false })),
  };
}

function describeForm(
  { feeds }: Context,
  dataset: Dataset,
  origin: string,
  of: FoundMember | null,
  requested: Browsing,
): EntriesForm {
  const { model } = dataset;
  return {
    origin,
    url: `${of ? baseOf(of, origin) : datasetUrl(origin, model.dataset.name)}/entries`,
    query: "",
    alternates: feeds ? ["atom"] : [],
    dataset: describeDataset(dataset, origin),
    of: of && {
      dimension: describeDimension(model, of.dimension, origin),
      member: describeMember(model, of.dimension, of.member, origin),
    },
    dimensions: model.dimensions.map((each) => describeDimension(model, each, origin)),
    measures: labelMeasures(model.measures),
    requested,
  };
}

/** Choose the facets of a page: the year, and the model's facets or else the best dimensions to split by. */
async function chooseFacets({ context, dataset }: PageScope): Promise<readonly string[]> {
  const ranked = rankDimensions(await countDimensions(context, dataset), dataset);
  const marked = ranked.filter(({ facet }) => facet);
  const named = (marked.length > 0 ? marked : ranked).slice(0, FACETS).map(({ name }) => name);
  const isTimed = dataset.model.dimensions.some(({ name }) => name === "time");
  return [...(isTimed ? ["time.year"] : []), ...named];
}

/** Return the search call for a request. The path decides the dataset and the format: parameters cannot override them. */
function searchPath(dataset: Dataset, of: FoundMember | null, format: Format, pairs: EntriesRequest["pairs"]): string {
  const query: (readonly [string, string])[] = [["dataset", dataset.model.dataset.name]];
  if (of) query.push(["filter", printClauses([clauseOf(of)])]);
  if (format !== "json") query.push(["format", format]);
  query.push(...pairs.filter(([name]) => name !== "dataset" && name !== "format"));
  return `/api/2/search?${query.map((pair) => pair.map(encodeURIComponent).join("=")).join("&")}`;
}

function clauseOf({ dimension, member }: FoundMember): Clause {
  return { field: dimension.name, value: String(member.values[dimension.identity.index]) };
}

function baseOf({ dataset, dimension, member }: FoundMember, origin: string): string {
  return memberBase(origin, dataset.model.dataset.name, dimension, String(member.values[dimension.identity.index]));
}
