import type { Actor } from "../../access/actor.js";
import type { Resource } from "../answer.js";
import type { Context } from "../context.js";
import { describeDataset, type DatasetDescription } from "../describe/describe-dataset.js";
import { listReadable } from "../lookup/find-dataset.js";
import { combineVersions, lastChange } from "../lookup/several-datasets.js";
import type { PagePlace } from "../page-place.js";

/** The home page: datasets and first steps. */
export interface HomePage extends PagePlace {
  readonly kind: "home";
  readonly datasets: readonly DatasetDescription[];
}

/** `GET /`: the datasets that the caller may read, and first steps. */
export function showHome(context: Context, actor: Actor, origin: string): Resource<HomePage> {
  const readable = listReadable(context, actor);
  return {
    version: combineVersions(readable),
    lastModified: lastChange(context, actor, readable),
    canonical: "home",
    public: readable.every((dataset) => !dataset.private),
    forms: {},
    page: async () => ({
      kind: "home",
      origin,
      url: `${origin}/`,
      query: "",
      alternates: [],
      datasets: readable.map((dataset) => describeDataset(dataset, origin)),
    }),
  };
}
