import type { Actor } from "../../../access/actor.js";
import type { Cancellation } from "../../../core/engine/cancellation.js";
import { withReader } from "../../../core/engine/with-reader.js";
import { NotFound } from "../../../core/errors/errors.js";
import type { Dimension } from "../../../core/model/cube.js";
import { bindPage } from "../../../core/query/page.js";
import { type Parameters, parameters as noParameters } from "../../../core/query/parameters.js";
import type { SearchText } from "../../../core/query/syntax/search-text.js";
import type { SearchTree } from "../../../core/query/syntax/search-tree.js";
import type { Resource } from "../../answer.js";
import type { Format } from "../../formats.js";
import { type Context, queryBounds } from "../../context.js";
import { datasetAnswer } from "../../reading/lookup/dataset-answer.js";
import { readPrecisions, type Precisions } from "../pages/date-precision.js";
import { describeDataset, type DatasetDescription } from "../../reading/describe/describe-dataset.js";
import { readCoverage } from "../../reading/describe/coverage.js";
import { describeCounted, type CountedDescription } from "../../reading/describe/describe-dimension.js";
import { type ListedChoice, listChoices } from "../pages/listed-choices.js";
import { readChoices } from "../pages/member-choice.js";
import { readFigure } from "../pages/figure.js";
import type { PageTable } from "../pages/page-table.js";
import { findDataset } from "../../reading/lookup/find-dataset.js";
import { findDimension } from "../../reading/lookup/find-dimension.js";
import type { PagePlace } from "../../page-place.js";
import { requireMeasures } from "../pages/reference-facts.js";
import { tellDirections } from "../pages/directed.js";
import { readListedCrossing, type Crossing } from "../pages/crossing.js";
import { readRowLines } from "../pages/row-lines.js";
import { readPlaces } from "../pages/places.js";
import {
  ADJUSTING_PAGES,
  adjustPage,
  dependOnSeries,
  type PageAdjusting,
  readRequested,
} from "../pages/page-adjusting.js";
import type { PageScope } from "../pages/page-scope.js";
import { type ListedCut, listCuts, readPageCuts, warnOfPageCuts } from "../pages/page-cuts.js";
import { chooseYear, readYears, yearCuts, type YearChoice } from "../pages/years.js";

/** The parts of a path that identify a dimension. */
export interface DimensionPath {
  readonly dataset: string;
  readonly dimension: string;
}

/** Members on one page. */
const PAGESIZE = 50;

export interface DimensionPage extends PagePlace {
  readonly kind: "dimension";
  readonly adjusting: PageAdjusting;
  readonly dataset: DatasetDescription;
  readonly dimension: CountedDescription;
  readonly precisions: Precisions;
  readonly year: YearChoice;
  /** The members that figures are cut to, of dimensions that are not additive. */
  readonly choices: readonly ListedChoice[];
  /** Cuts that all figures meet besides. */
  readonly cuts: readonly ListedCut[];
  /** Sentences about filters without effect, and values that no entry has. */
  readonly warnings: readonly string[];
  /** Prefixes of words to search members for. */
  readonly q: string;
  readonly page: number;
  readonly pagesize: number;
  /** One page of the members, the largest first. */
  readonly members: PageTable & { readonly crossing: Crossing | null };
}

/** `GET /{dataset}/{dimension}`: a dimension and the number of its members. The page also lists the largest members. */
export async function showDimension(
  context: Context,
  actor: Actor,
  path: DimensionPath,
  origin: string,
  parameters: Parameters = noParameters([]),
  signal?: Cancellation,
  format?: Format,
): Promise<Resource<DimensionPage>> {
  const dataset = findDataset(context, actor, path.dataset, NotFound);
  const { model } = dataset;
  const dimension = findDimension(dataset, path.dimension);
  const bounds = queryBounds(context, actor, signal);
  const numMembers = await withReader(dataset, bounds, (reader) => reader.countMembers(dimension));
  const counted = describeCounted(model, { dimension, numMembers }, origin);
  const requested = ["q", "year", "page", "cut", "all", ...ADJUSTING_PAGES].map((name) => parameters.get(name) ?? "");
  const answer = datasetAnswer(context, dataset, JSON.stringify(requested));
  const measure = () => withReader(dataset, bounds, (reader) => readCoverage(reader, model, dimension));
  const coverage = dimension.derivation ? await context.queue.run(measure, signal, answer.effort) : null;
  const described = coverage ? { ...counted, coverage } : counted;
  return {
    ...(format === "html"
      ? dependOnSeries(context, actor, dataset, parameters, readRequested(parameters, []), answer)
      : answer),
    formats: { json: async () => ({ chunks: [JSON.stringify(described)] }) },
    page: async () => {
      const scope = await tellDirections({ context, actor, dataset, origin, signal, effort: answer.effort });
      const read = (adjusted: PageScope) => makePage(adjusted, dimension, described, parameters);
      return adjustPage(scope, parameters, read, ({ year, cuts }) => ({
        ...year,
        references: [dimension.name, ...cuts.map(({ cut }) => cut.field)],
      }));
    },
  };
}

async function makePage(
  given: PageScope,
  of: Dimension,
  described: DimensionPage["dimension"],
  parameters: Parameters,
): Promise<Omit<DimensionPage, "adjusting">> {
  const { dataset, origin } = given;
  const dimension = findDimension(dataset, of.name);
  requireMeasures(dataset.model);
  const choices = readChoices(dataset.model, parameters, dimension);
  const scope = { ...given, choices };
  const q = parameters.get("q") ?? "";
  const { page } = bindPage(parameters, [], "", PAGESIZE);
  const read = readPageCuts(scope, parameters, choices, { dimension, member: null });
  const { cuts } = read;
  const years = await readYears(scope, cuts);
  const { parts } = years;
  const year = ownYear(dimension, chooseYear(scope, years, parameters, years), parameters);
  const members = await readFigure(scope, {
    drilldown: [dimension.name],
    cuts: [...cuts, ...yearCuts(year)],
    order: dimension.kind === "date" ? [{ field: dimension.name, value: "desc" }] : undefined,
    q: wordsOf(q).length === 0 ? undefined : searchPrefixes(dimension, wordsOf(q)),
    limit: PAGESIZE,
    // A request without a page also returns the members below zero.
    page: page > 1 ? Math.floor(page) : undefined,
  });
  const places = await readPlaces(scope, dimension.name);
  const crossing = await readListedCrossing(scope, members, year, { isWhole: page <= 1 && q === "", limit: PAGESIZE });
  const lines =
    year.chosen === null || crossing ? null : await readRowLines(scope, members, { year: year.chosen, parts });
  return {
    kind: "dimension",
    origin,
    url: described.html_url,
    query: "",
    alternates: ["json"],
    dataset: describeDataset(dataset, origin),
    dimension: described,
    precisions: await readPrecisions(scope, [dimension]),
    year,
    choices: await listChoices(scope, choices),
    cuts: await listCuts(scope, cuts, cuts),
    warnings: await warnOfPageCuts(scope, read, years.numEntries),
    q,
    page: Math.floor(page),
    pagesize: PAGESIZE,
    members: { ...members, places, lines, crossing: crossing && { ...crossing, grid: { ...crossing.grid, places } } },
  };
}

/** Choose the year of a list of members; all days are listed, unless one year is requested. */
function ownYear({ name }: Dimension, year: YearChoice, parameters: Parameters): YearChoice {
  const isPreset = parameters.get("year") !== year.chosen;
  return name === "time" && isPreset ? { ...year, chosen: null } : year;
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** Build the search for members that have a word with each of these prefixes. */
export function searchPrefixes({ name, kind, attributes }: Dimension, words: readonly string[]): SearchText {
  const label = attributes.some((each) => each.name === "label");
  const fields = kind === "attribute" ? [name] : label ? [`${name}.label`, `${name}.name`] : [`${name}.name`];
  const trees = words.map((word) => {
    const of = fields.map((field) => beginsIn(field, word));
    return of.length === 1 ? of[0]! : { is: "any" as const, of };
  });
  return {
    text: words.map((word) => `(${fields.map((field) => `${field}:${word}*`).join(" OR ")})`).join(" AND "),
    tree: trees.length === 1 ? trees[0]! : { is: "all", of: trees },
  };
}

function beginsIn(field: string, word: string): SearchTree {
  return { is: "in", field, of: { is: "word", pieces: [word, { wildcard: "*" }] } };
}
