import { dependOnShapes, type PageMap, readSplitMap } from "../pages/page-map.js";
import type { Actor } from "../../../access/actor.js";
import type { Cancellation } from "../../../core/engine/cancellation.js";
import { NotFound } from "../../../core/errors/errors.js";
import { type Parameters, parameters as noParameters } from "../../../core/query/parameters.js";
import { holdsSpending } from "../../../core/model/spending.js";
import type { Resource } from "../../answer.js";
import type { Format } from "../../formats.js";
import type { Context } from "../../context.js";
import { citeVersion } from "../../reading/lookup/cite-version.js";
import { datasetAnswer } from "../../reading/lookup/dataset-answer.js";
import { describeDataset, type DatasetDescription } from "../../reading/describe/describe-dataset.js";
import { describeCounted, type CountedDescription } from "../../reading/describe/describe-dimension.js";
import { type DatasetOverview, readDatasetOverview } from "../pages/dataset-overview.js";
import { type LoadedFrom, nameLoaded } from "../../reading/describe/loaded-from.js";
import { findDataset } from "../../reading/lookup/find-dataset.js";
import { countDimensions } from "../../reading/describe/rank-dimensions.js";
import type { PagePlace } from "../../page-place.js";
import { type ReferenceFacts, readReferenceFacts } from "../pages/reference-facts.js";
import { tellDirections } from "../pages/directed.js";
import type { PageScope } from "../pages/page-scope.js";
import { readCoveredYears } from "../pages/partial-years.js";
import {
  ADJUSTING_PAGES,
  adjustPage,
  dependOnSeries,
  type PageAdjusting,
  readRequested,
} from "../pages/page-adjusting.js";
import { type PlanAndOutturn, readPlan } from "../pages/plan.js";
import { withLines } from "../pages/split-figure.js";
import type { MeasureLabel } from "../../../core/model/measure-label.js";

export interface DatasetPage extends PagePlace, DatasetOverview {
  /** Map of its split, if that is by places; else `null`. */
  readonly map: PageMap | null;
  readonly adjusting: PageAdjusting;
  readonly kind: "dataset";
  readonly dataset: DatasetDescription;
  /** Number of the version. */
  readonly version: number;
  readonly dimensions: readonly CountedDescription[];
  readonly measures: readonly (MeasureLabel & { readonly description: string })[];
  readonly sources: readonly LoadedFrom[];
  /** The plan and the outturn of the split; `null` without phases. */
  readonly plan: PlanAndOutturn | null;
  /** Address of what changed since the version before; `null` if that is not there to be compared with. */
  readonly changes: string | null;
}

/** A series, a crosswalk or a table of labels: what it is, without sums. */
export interface ReferencePage extends PagePlace {
  readonly kind: "reference";
  readonly dataset: DatasetDescription;
  readonly facts: ReferenceFacts;
  readonly sources: readonly LoadedFrom[];
}

/** `GET /{dataset}`: the core metadata of a dataset. The page also has totals by year, and split as a view says. */
export function showDataset(
  context: Context,
  actor: Actor,
  name: string,
  origin: string,
  parameters: Parameters = noParameters([]),
  signal?: Cancellation,
  format?: Format,
): Resource<DatasetPage | ReferencePage> {
  const found = findDataset(context, actor, name, NotFound);
  const dataset = describeDataset(found, origin);
  const requested = ["_view", "year", "cut", "all", ...ADJUSTING_PAGES].map((name) => parameters.get(name) ?? "");
  const answer = datasetAnswer(context, found, JSON.stringify(requested));
  const depends = format === "html" && holdsSpending(found.model.dataset);
  const scope = { context, actor, dataset: found, origin, signal, effort: answer.effort };
  return {
    ...(depends
      ? dependOnShapes(
          context,
          dependOnSeries(context, actor, found, parameters, readRequested(parameters, []), answer),
        )
      : answer),
    jsonSteps: found.engine.numEntries,
    formats: {
      json: async () => ({ chunks: [JSON.stringify({ ...dataset, years: await readCoveredYears(scope) })] }),
    },
    page: () => makePage(scope, parameters),
  };
}

async function makePage(plainScope: PageScope, parameters: Parameters): Promise<DatasetPage | ReferencePage> {
  const scope = await tellDirections(plainScope);
  const { context, dataset, origin } = scope;
  const { model } = dataset;
  const described = describeDataset(dataset, origin);
  if (!holdsSpending(model.dataset)) {
    const facts = await readReferenceFacts(scope);
    const place = { origin, url: described.html_url, query: "", alternates: ["json"] as const };
    return { kind: "reference", ...place, dataset: described, facts, sources: dataset.sources.map(nameLoaded) };
  }
  const counted = await countDimensions(context, dataset);
  const read = async (adjusted: PageScope) => {
    const overview = await readDatasetOverview(adjusted, parameters);
    const split = await withLines(adjusted, overview.split, overview.year);
    const map = await readSplitMap(adjusted, split);
    return { ...overview, split, map, plan: split && (await readPlan(adjusted, split, overview)) };
  };
  const figures = await adjustPage(scope, parameters, read, ({ year, cuts }) => ({
    ...year,
    references: cuts.map(({ cut }) => cut.field),
  }));
  return {
    kind: "dataset",
    origin,
    url: described.html_url,
    query: "",
    alternates: ["json"],
    dataset: described,
    version: dataset.number,
    dimensions: counted.map((each) => describeCounted(model, each, origin)),
    measures: model.measures.map(({ name, label, description }) => ({ name, label, description })),
    sources: dataset.sources.map(nameLoaded),
    ...figures,
    changes: citeVersion(dataset).before === null ? null : `${described.html_url}/meta/changes`,
  };
}
