import type { Actor } from "../../../access/actor.js";
import type { Cancellation } from "../../../core/engine/cancellation.js";
import type { Dimension } from "../../../core/model/cube.js";
import type { Value } from "../../../core/model/values/value.js";
import { withReader } from "../../../core/engine/with-reader.js";
import type { Clause } from "../../../core/query/clauses.js";
import { type Parameters, parameters as noParameters } from "../../../core/query/parameters.js";
import { type CutClause, isPlainCut } from "../../../core/query/syntax/cut-clause.js";
import { findNextLevels } from "../../../core/query/aggregate/parent-levels.js";
import { ALL_ENTRIES, entriesOfCuts } from "../../../core/query/search/request.js";
import type { Dataset } from "../../../store/dataset.js";
import type { Body, Resource } from "../../answer.js";
import type { Format } from "../../formats.js";
import { type Context, queryBounds } from "../../context.js";
import { csvCell, csvRecord } from "../../reading/formats/csv.js";
import { type DatasetAnswer, datasetAnswer } from "../../reading/lookup/dataset-answer.js";
import { answerOfSeveral } from "../../reading/lookup/several-datasets.js";
import { findPayee, listPayeeDatasets, type PayeeElsewhere } from "../suggest/find-payee.js";
import { groupOf } from "../suggest/suggested-dimensions.js";
import { readPrecisions, type Precisions } from "../pages/date-precision.js";
import { describeDataset, type DatasetDescription } from "../../reading/describe/describe-dataset.js";
import { describeDimension, type DimensionDescription } from "../../reading/describe/describe-dimension.js";
import { describeMember, type MemberDescription } from "../../reading/describe/describe-member.js";
import { type Flows, readFlows } from "../pages/flows.js";
import { type ListedChoice, listChoices } from "../pages/listed-choices.js";
import { type LabelledPath, labelPath } from "../pages/levels.js";
import { splitMember } from "../pages/member-split.js";
import { readSplitFigure, withLines, type SplitFigure, type SplitQuestion } from "../pages/split-figure.js";
import { cutsOfChoices, readChoices } from "../pages/member-choice.js";
import { describePlaced, placeMembers } from "../../reading/describe/place-members.js";
import type { PageTable } from "../pages/page-table.js";
import { findMember, type FoundMember, lookUpMember, type MemberPath } from "../../reading/lookup/find-member.js";
import { findEntries, type SearchFigure } from "../pages/search-figure.js";
import { entriesUrl, memberBase } from "../../reading/describe/links.js";
import { countDimensions, rankDimensions } from "../../reading/describe/rank-dimensions.js";
import type { Alternate, PagePlace } from "../../page-place.js";
import { requireMeasures } from "../pages/reference-facts.js";
import { findDimension } from "../../reading/lookup/find-dimension.js";
import { tellDirections } from "../pages/directed.js";
import {
  ADJUSTING_PAGES,
  adjustPage,
  dependOnSeries,
  type PageAdjusting,
  readRequested,
} from "../pages/page-adjusting.js";
import type { PageScope } from "../pages/page-scope.js";
import { addViewCuts, type ListedCut, listCuts, readPageCuts, warnOfPageCuts } from "../pages/page-cuts.js";
import { readCoveredYears } from "../pages/partial-years.js";
import { chooseView, findViews, labelViews, type ViewLabel } from "../pages/views.js";
import { chooseYear, readYears, yearCuts, type YearChoice } from "../pages/years.js";
import { labelMeasures, type MeasureLabel } from "../../../core/model/measure-label.js";

const FORMATS_OF_MEMBERS: readonly Alternate[] = ["json", "csv"];
/** Maximum number of dimensions that a member is split by besides the view, and of members shown for each. */
const MAX_BREAKDOWNS = 6;
const BREAKDOWN_ROWS = 8;
const LARGEST_ENTRIES = 10;

export interface MemberPage extends PagePlace {
  readonly kind: "member";
  readonly adjusting: PageAdjusting;
  readonly dataset: DatasetDescription;
  readonly dimension: DimensionDescription;
  /** All dimensions of the dataset. */
  readonly dimensions: readonly DimensionDescription[];
  readonly measures: readonly MeasureLabel[];
  readonly precisions: Precisions;
  readonly member: MemberDescription;
  /** The member above it in a hierarchy; `null` if there is none, or several. */
  readonly parent: MemberDescription | null;
  /** URL of its entries; `null` if no path can lead there. */
  readonly entriesUrl: string | null;
  /** Totals of every measure by year. */
  readonly years: PageTable;
  /** The same by direction; `null` if the dataset has no directions, or the member is one. */
  readonly flows: Flows | null;
  readonly year: YearChoice;
  /** The members that figures are cut to, of dimensions that are not additive. */
  readonly choices: readonly ListedChoice[];
  /** Cuts that all figures meet besides. */
  readonly cuts: readonly ListedCut[];
  /** Sentences about filters without effect, and values that no entry has. */
  readonly warnings: readonly string[];
  readonly views: readonly ViewLabel[];
  readonly split: SplitFigure | null;
  /** The way down the hierarchy of the split. */
  readonly path: LabelledPath;
  /** The total, split by other dimensions. */
  readonly breakdowns: readonly SplitFigure[];
  /** Dimensions that the page does not split by. */
  readonly leftOut: readonly DimensionDescription[];
  /** The same payee in other datasets that the reader may read; `null` for other members, and on pages of versions. */
  readonly elsewhere: PayeeElsewhere | null;
  /** Path of the page of the same payee in all datasets; `null` for other members, on pages of versions, and if there is none. */
  readonly everywhere: string | null;
  readonly largest: Pick<SearchFigure, "entries" | "query" | "count">;
}

/**
 * `GET /{dataset}/{dimension}/{name}`: a member with every attribute. The page also has totals, split by dimensions, and
 * for a payee the other datasets that have it: it then depends on all of these, and other formats do not.
 */
export async function showMember(
  context: Context,
  actor: Actor,
  path: MemberPath,
  origin: string,
  parameters: Parameters = noParameters([]),
  signal?: Cancellation,
  format?: Format,
): Promise<Resource<MemberPage>> {
  const found = await findMember(context, actor, path);
  const { dataset, dimension, member } = found;
  const described = describeMember(dataset.model, dimension, member, origin);
  const requested = ["_view", "year", "cut", "all", ...ADJUSTING_PAGES].map((name) => parameters.get(name) ?? "");
  const answer = datasetAnswer(context, dataset, JSON.stringify(requested));
  const scope: PageScope = { context, actor, dataset, origin, signal, effort: answer.effort };
  const isPayee = format === "html" && groupOf(dimension) === "payees" && !dataset.isFixed;
  const label = String(described.label ?? "") || String(described.name ?? "");
  const others = isPayee ? listPayeeDatasets(context, actor, dataset, label) : null;
  const findElsewhere = async (): Promise<PayeeElsewhere | null> =>
    others && findPayee({ ...scope, datasets: others }, label);
  const own = others ? pageAnswer(context, actor, answer, [dataset, ...others]) : answer;
  return {
    ...(format === "html"
      ? dependOnSeries(context, actor, dataset, parameters, readRequested(parameters, []), own)
      : own),
    jsonSteps: dataset.engine.numEntries,
    formats: {
      json: async () => ({ chunks: [JSON.stringify(await describeWithYears(scope, found))] }),
      csv: async () => writeMember(described, dataset.model.dataset.name),
    },
    page: async () => {
      const directed = await tellDirections(scope);
      const read = (adjusted: PageScope) => makePage(adjusted, found, described, parameters);
      const page = await adjustPage(directed, parameters, read, ({ year, cuts }) => ({
        ...year,
        references: [dimension.name, ...cuts.map(({ cut }) => cut.field)],
      }));
      const shared = { taxonomy: dimension.taxonomy, name: String(described.name ?? "") };
      const everywhere = isPayee ? (context.pathOfMember?.(shared) ?? null) : null;
      return { ...page, elsewhere: await findElsewhere(), everywhere };
    },
  };
}

/**
 * Return what a page depends on that names other datasets. Without `holds` it is requested anew each time, since the
 * list may gain and lose datasets.
 */
function pageAnswer(
  context: Context,
  actor: Actor,
  answer: DatasetAnswer,
  datasets: readonly Dataset[],
): DatasetAnswer {
  const { version, lastModified, public: isPublic } = answerOfSeveral(context, actor, datasets);
  const { holds: _, ...rest } = answer;
  return { ...rest, version, lastModified, public: isPublic };
}

/** Describe a member with its place in hierarchies, and the years and months of its entries. */
async function describeWithYears(scope: PageScope, found: FoundMember): Promise<object> {
  const described = await describeInHierarchies(scope, found);
  // An attribute of this name stays.
  if (found.dimension.kind === "date" || "years" in described) return described;
  const name = describeMember(found.dataset.model, found.dimension, found.member, scope.origin).name;
  return { ...described, years: await readCoveredYears(scope, [{ field: found.dimension.name, value: String(name) }]) };
}

/** Describe a member with its place in the hierarchies of its dimension, if it is in any. */
async function describeInHierarchies(
  { context, actor, dataset, origin, signal, effort }: PageScope,
  { dimension, member }: FoundMember,
): Promise<object> {
  const { model } = dataset;
  if (!findNextLevels(model, dimension)) return describeMember(model, dimension, member, origin);
  const bounds = queryBounds(context, actor, signal);
  const place = () =>
    withReader(dataset, bounds, (reader) =>
      placeMembers(context.parents, { ...dataset, reader }, dimension, [], [member], bounds),
    );
  const places = await context.queue.run(place, signal, effort);
  return describePlaced({ model, dimension, member, places, origin });
}

/** Find the member above one; `null` if there is none with a page. */
async function findParent(scope: PageScope, found: FoundMember): Promise<MemberPage["parent"]> {
  const { parent }: { readonly parent?: unknown } = await describeInHierarchies(scope, found);
  const isMember = typeof parent === "object" && parent !== null && "html_url" in parent && parent.html_url !== null;
  return isMember ? (parent as MemberDescription) : null;
}

async function makePage(
  given: PageScope,
  found: FoundMember,
  member: MemberDescription,
  parameters: Parameters,
): Promise<Omit<MemberPage, "elsewhere" | "everywhere" | "adjusting">> {
  const { origin, dataset } = given;
  const { model } = dataset;
  const dimension = findDimension(dataset, found.dimension.name);
  requireMeasures(model);
  const choices = readChoices(model, parameters, dimension);
  const scope = { ...given, choices };
  const { name: datasetName } = model.dataset;
  const name = String(member.name);
  const own: Clause = { field: dimension.name, value: name };
  const measures = model.measures.map((each) => each.name);
  const views = findViews(model, { dimension, member });
  const view = chooseView(views, parameters);
  const read = readPageCuts(scope, parameters, choices, { dimension, member: name });
  const requested = read.cuts;
  const within = addViewCuts(model, requested, view, dimension);
  const years = await readYears(scope, [own, ...within], measures);
  const flows = await readFlows(scope, [own, ...within], measures, dimension);
  const year = chooseYear(scope, flows?.figure ?? years, parameters, years, view);
  const cuts = [own, ...within, ...yearCuts(year)];
  const ranked = rankDimensions(await countDimensions(scope.context, dataset), dataset).filter(
    (each) => each !== dimension,
  );
  const { split, path, drilldown } = await splitMember(scope, { dimension, own, view, year, cuts: within }, ranked);
  const isCut = ({ name }: Dimension): boolean => within.some((cut) => isPlainCut(cut) && cut.field === name);
  const others = ranked.filter((each) => !drilldown?.includes(each.name) && !isCut(each));
  const isTime = dimension.name === "time";
  return {
    kind: "member",
    origin,
    url: memberBase(origin, datasetName, dimension, name),
    query: "",
    alternates: await listAlternates(scope.context, dataset, dimension, name),
    dataset: describeDataset(dataset, origin),
    dimension: describeDimension(model, dimension, origin),
    dimensions: model.dimensions.map((each) => describeDimension(model, each, origin)),
    measures: labelMeasures(model.measures),
    precisions: await readPrecisions(scope, model.dimensions),
    member,
    parent: await findParent(given, found),
    entriesUrl: entriesUrl(origin, datasetName, dimension, name),
    years,
    flows,
    year: isTime ? { ...year, years: [], chosen: null } : year,
    choices: await listChoices(scope, choices),
    cuts: await listCuts(scope, within, requested),
    warnings: await warnOfPageCuts(scope, read, years.numEntries),
    views: labelViews(views, view),
    split: await withLines(scope, split, year),
    path: await labelPath(scope, path, cuts),
    breakdowns: await readBreakdowns(scope, others.slice(0, MAX_BREAKDOWNS), { cuts: [own, ...within], year }, ranked),
    leftOut: others.slice(MAX_BREAKDOWNS).map((each) => describeDimension(model, each, origin)),
    largest: await readLargest(scope, [...cuts, ...cutsOfChoices(choices, model, [dimension.name])]),
  };
}

async function readBreakdowns(
  scope: PageScope,
  dimensions: readonly Dimension[],
  question: Pick<SplitQuestion, "cuts" | "year">,
  ranked: readonly Dimension[],
): Promise<readonly SplitFigure[]> {
  const figures: SplitFigure[] = [];
  for (const { name } of dimensions) {
    figures.push(await readSplitFigure(scope, { ...question, drilldown: [name], limit: BREAKDOWN_ROWS }, ranked));
  }
  return figures;
}

async function readLargest(scope: PageScope, cuts: readonly CutClause[]): Promise<MemberPage["largest"]> {
  const { entries, query, count } = await findEntries(scope, {
    ...ALL_ENTRIES,
    ...entriesOfCuts(cuts),
    order: [{ field: scope.dataset.model.measures[0]!.name, value: "desc" }],
    pagesize: LARGEST_ENTRIES,
  });
  return { entries, query, count };
}

function writeMember(member: MemberDescription, dataset: string): Body {
  const columns: readonly (readonly [string, Value])[] = Object.entries(member);
  const header = csvRecord(columns.map(([name]) => name));
  return { chunks: [header, csvRecord(columns.map(([, value]) => csvCell(value)))], filename: `${dataset}.csv` };
}

/** List the formats that a suffix can request. A suffix fails if it turns the name into that of another member. */
async function listAlternates(
  context: Context,
  dataset: Dataset,
  dimension: Dimension,
  name: string,
): Promise<readonly Alternate[]> {
  const taken = await Promise.all(
    FORMATS_OF_MEMBERS.map((format) => lookUpMember(context, dataset, dimension, `${name}.${format}`)),
  );
  return FORMATS_OF_MEMBERS.filter((_, at) => taken[at] === null);
}
