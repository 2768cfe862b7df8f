import type { Actor } from "../../access/actor.js";
import type { Cancellation } from "../../engine/cancellation.js";
import { NotFound } from "../../errors/errors.js";
import { type Parameters, parameters as noParameters } from "../../query/parameters.js";
import type { LoadedSource } from "../../store/dataset.js";
import type { Resource } from "../answer.js";
import type { Context } from "../context.js";
import { datasetAnswer } from "../lookup/dataset-answer.js";
import { describeDataset, type DatasetDescription } from "../describe/describe-dataset.js";
import { describeCounted, type CountedDescription } from "../describe/describe-dimension.js";
import { type Flows, readFlows } from "../pages/flows.js";
import { type ListedChoice, listChoices } from "../pages/listed-choices.js";
import { chooseSplit, type LabelledPath, labelPath, openLevels, readOpened } from "../pages/levels.js";
import { readChoices } from "../pages/member-choice.js";
import { type Figure, readFigure, type MeasureLabel } from "../pages/figure.js";
import { findDataset } from "../lookup/find-dataset.js";
import { countDimensions, isAdditive, rankDimensions } from "../describe/rank-dimensions.js";
import type { PagePlace } from "../page-place.js";
import type { PageScope } from "../pages/page-scope.js";
import { type PlanAndOutturn, readPlan } from "../pages/plan.js";
import { readYearParts } from "../pages/partial-years.js";
import { chooseView, findViews, labelViews, viewCuts, viewDrilldown, type ViewLabel } from "../pages/views.js";
import { chooseYear, readYears, yearCuts, type YearChoice } from "../pages/years.js";

/** Maximum number of members in the chart of a page. */
export const CHARTED = 40;

export interface DatasetPage extends PagePlace {
  readonly kind: "dataset";
  readonly dataset: DatasetDescription;
  readonly dimensions: readonly CountedDescription[];
  readonly measures: readonly (MeasureLabel & { readonly description: string })[];
  readonly sources: readonly LoadedFrom[];
  /** Totals of every measure by year. */
  readonly years: Figure;
  /** The same by direction; `null` if the dataset has no directions. */
  readonly flows: Flows | null;
  readonly year: YearChoice;
  /** The members that figures are cut to, of dimensions that are not additive. */
  readonly choices: readonly ListedChoice[];
  readonly views: readonly ViewLabel[];
  /** The total, split as the view says; `null` if no dimension is worth splitting by. */
  readonly split: Figure | null;
  /** The plan and the outturn by the same; `null` without phases. */
  readonly plan: PlanAndOutturn | null;
  /** The way down the hierarchy of the split. */
  readonly path: LabelledPath;
}

/** A source as the page of its dataset shows it. */
export interface LoadedFrom {
  readonly id: number;
  readonly label: string;
  /** `null` for a file. */
  readonly url: string | null;
  /** ISO 8601, UTC. */
  readonly loaded: string;
}

/** `GET /{dataset}`: the core metadata of a dataset. The page also has totals by year, and split as a view says. */
export function showDataset(
  context: Context,
  actor: Actor,
  name: string,
  origin: string,
  parameters: Parameters = noParameters([]),
  signal?: Cancellation,
): Resource<DatasetPage> {
  const found = findDataset(context, actor, name, NotFound);
  const dataset = describeDataset(found, origin);
  const requested = ["_view", "year", "cut", "all"].map((name) => parameters.get(name) ?? "");
  const answer = datasetAnswer(context, found, JSON.stringify(requested));
  return {
    ...answer,
    forms: { json: async () => ({ chunks: [JSON.stringify(dataset)] }) },
    page: () => makePage({ context, actor, dataset: found, origin, signal, effort: answer.effort }, parameters),
  };
}

async function makePage(given: PageScope, parameters: Parameters): Promise<DatasetPage> {
  const { context, dataset, origin } = given;
  const { model } = dataset;
  const choices = readChoices(model, parameters);
  const scope = { ...given, choices };
  const described = describeDataset(dataset, origin);
  const counted = await countDimensions(context, dataset);
  const measures = model.measures.map(({ name }) => name);
  const years = await readYears(scope, [], measures);
  const flows = await readFlows(scope, [], measures);
  const parts = await readYearParts(scope);
  const views = findViews(model, null);
  const view = chooseView(views, parameters);
  const year = chooseYear(scope, flows?.figure ?? years, parameters, parts, view);
  const first = chooseSplit(model, rankDimensions(counted, dataset).filter(isAdditive), []);
  const shown = view ? viewDrilldown(view, year) : first === undefined ? undefined : [first];
  const path = openLevels(model, shown?.[0] ?? "", readOpened(parameters));
  const drilldown = shown?.map((each, at) => (at === 0 ? path.drilldown : each));
  const cuts = [...(view ? viewCuts(view) : []), ...yearCuts(year), ...path.opened];
  const split: Figure | null =
    drilldown === undefined ? null : await readFigure(scope, { drilldown, cuts, limit: CHARTED });
  return {
    kind: "dataset",
    origin,
    url: described.html_url,
    query: "",
    alternates: ["json"],
    dataset: described,
    dimensions: counted.map((each) => describeCounted(model, each, origin)),
    measures: model.measures.map(({ name, label, description }) => ({ name, label, description })),
    sources: dataset.sources.map(describeSource),
    years,
    flows,
    year,
    choices: await listChoices(scope, choices),
    views: labelViews(views, view),
    split,
    plan: drilldown === undefined ? null : await readPlan(scope, drilldown, cuts),
    path: await labelPath(scope, path),
  };
}

/** Describe a source for the page. The path of a file on the server is not revealed, only its name. */
function describeSource({ id, url, loaded }: LoadedSource): LoadedFrom {
  const isRemote = /^https?:\/\//i.test(url);
  const file = url.slice(url.lastIndexOf("/") + 1);
  return { id, label: isRemote ? url : file, url: isRemote ? url : null, loaded: loaded.toISOString() };
}
