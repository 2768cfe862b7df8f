import type { Actor } from "../../../access/actor.js";
import { UserError } from "../../../core/errors/errors.js";
import type { Resource } from "../../answer.js";
import type { Context } from "../../context.js";
import { describeDataset, type DatasetDescription } from "../../reading/describe/describe-dataset.js";
import { type Dataset, summarizeVersion } from "../../../store/dataset.js";
import { onceForList } from "../../reading/lookup/once-for-list.js";
import { listReadable, spendingAmong } from "../../reading/lookup/find-dataset.js";
import { answerOfSeveral } from "../../reading/lookup/several-datasets.js";
import type { PagePlace } from "../../page-place.js";
import type { DatasetOverview } from "./dataset-overview.js";
import { listCandidates, sortFeatured } from "./featured-datasets.js";
import { previewDataset } from "./preview-dataset.js";
import { parameters } from "../../../core/query/parameters.js";
import { aggregate } from "../../reading/aggregate/aggregate.js";
import { collectText } from "../../reading/formats/collect-text.js";

/** A call of the API with its answer, as an example. */
interface FirstCall {
  readonly path: string;
  readonly answer: string;
}

/** Number of years in the answer. */
const YEARS = 4;

/** The home page: a search, a chart, datasets and first steps. */
export interface HomePage extends PagePlace {
  readonly kind: "home";
  /** The datasets of the site's choice and those changed last, with their figures. */
  readonly shown: readonly PreviewedDataset[];
  /** The datasets whose chart may be shown, the first that has one: those of the site's choice, then the newest. */
  readonly featured: readonly PreviewedDataset[];
  /** Number of all datasets that the caller may read, as the list of datasets has them, and of their entries. */
  readonly numDatasets: number;
  readonly numEntries: number;
  /** `null` without datasets. */
  readonly call: FirstCall | null;
}

export interface PreviewedDataset {
  readonly dataset: DatasetDescription;
  readonly figures: DatasetOverview | null;
}

/** Number of datasets shown here; the list of datasets has all of them. */
const SHOWN = 6;

/** `GET /`: the datasets that the caller may read, and first steps. */
export function showHome(context: Context, actor: Actor, origin: string, language: string): Resource<HomePage> {
  const readable = listReadable(context, actor);
  const nameOf = (dataset: Dataset): string => summarizeVersion(dataset).metadata.name;
  const newest = spendingAmong(readable);
  const chosen = (context.site?.featured ?? []).flatMap(
    (name) => newest.find((dataset) => nameOf(dataset) === name) ?? [],
  );
  const makePage = async (): Promise<HomePage> => {
    const preview = async (datasets: readonly Dataset[]): Promise<readonly PreviewedDataset[]> => {
      const previewed: PreviewedDataset[] = [];
      for (const dataset of datasets) {
        const figures = await previewDataset({ context, actor, dataset });
        previewed.push({ dataset: describeDataset(dataset, origin), figures });
      }
      return previewed;
    };
    // Series, crosswalks and tables of labels are shown where there is nothing else.
    const listed = newest.length > 0 ? newest : readable;
    const others = listed.slice(0, SHOWN + chosen.length).filter((dataset) => !chosen.includes(dataset));
    const shown = await preview([...chosen, ...others].slice(0, Math.max(SHOWN, chosen.length)));
    return {
      kind: "home",
      origin,
      url: `${origin}/`,
      query: "",
      alternates: [],
      shown,
      featured: [
        ...shown.slice(0, chosen.length),
        ...sortFeatured(await preview(listCandidates(newest, language)), language),
      ],
      numDatasets: readable.length,
      numEntries: countEntries(readable),
      call: await callFirst(context, actor, shown, origin),
    };
  };
  return {
    ...answerOfSeveral(context, actor, readable),
    canonical: "home",
    formats: {},
    page: makePage,
  };
}

const countEntries = onceForList((datasets) =>
  datasets.reduce((sum, dataset) => sum + summarizeVersion(dataset).numEntries, 0),
);

/** Make an example call on the first dataset; `null` if there is none, or if its answer takes too long. */
async function callFirst(
  context: Context,
  actor: Actor,
  [first]: readonly PreviewedDataset[],
  origin: string,
): Promise<FirstCall | null> {
  if (!first) return null;
  try {
    return await makeFirstCall(context, actor, first.dataset.name, origin);
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

/** Call the API as a reader would: the totals of the last years of a dataset, as CSV. */
async function makeFirstCall(context: Context, actor: Actor, name: string, origin: string): Promise<FirstCall> {
  const pairs: readonly (readonly [string, string])[] = [
    ["dataset", name],
    ["drilldown", "year"],
    ["order", "year:desc"],
    ["pagesize", String(YEARS)],
    ["format", "csv"],
  ];
  const body = await aggregate(context, actor, parameters(pairs), origin).formats.csv!();
  const path = `/api/2/aggregate?${pairs.map(([key, value]) => `${key}=${value}`).join("&")}`;
  return { path, answer: (await collectText(body)).trimEnd() };
}
