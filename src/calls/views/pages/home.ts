import type { Actor } from "../../../access/actor.js";
import { UserError } from "../../../core/errors/errors.js";
import type { Resource } from "../../answer.js";
import type { Context } from "../../context.js";
import { describeDataset, type DatasetDescription } from "../../reading/describe/describe-dataset.js";
import { holdsSpending } from "../../../core/model/spending.js";
import { summarizeVersion } from "../../../store/dataset.js";
import { listReadable } from "../../reading/lookup/find-dataset.js";
import { answerOfSeveral } from "../../reading/lookup/several-datasets.js";
import type { PagePlace } from "../../page-place.js";
import type { DatasetOverview } from "./dataset-overview.js";
import { previewDataset } from "./preview-dataset.js";
import { type FirstCall, makeFirstCall } from "./first-call.js";

/** The home page: a search, a chart, datasets and first steps. */
export interface HomePage extends PagePlace {
  readonly kind: "home";
  /** The datasets changed last, with their figures. */
  readonly shown: readonly PreviewedDataset[];
  /** Number of all datasets of spending that the caller may read, and of their entries. */
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
export function showHome(context: Context, actor: Actor, origin: string): Resource<HomePage> {
  const readable = listReadable(context, actor);
  const spending = readable.filter((dataset) => holdsSpending(summarizeVersion(dataset).metadata));
  const makePage = async (): Promise<HomePage> => {
    const shown: PreviewedDataset[] = [];
    for (const dataset of spending.slice(0, SHOWN)) {
      const figures = await previewDataset({ context, actor, dataset });
      shown.push({ dataset: describeDataset(dataset, origin), figures });
    }
    return {
      kind: "home",
      origin,
      url: `${origin}/`,
      query: "",
      alternates: [],
      shown,
      numDatasets: spending.length,
      numEntries: spending.reduce((sum, dataset) => sum + summarizeVersion(dataset).numEntries, 0),
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
