import type { Actor } from "../../access/actor.js";
import type { Resource } from "../answer.js";
import type { Context } from "../context.js";
import { describeDataset } from "../describe/describe-dataset.js";
import { listReadable } from "../lookup/find-dataset.js";
import { combineVersions, lastChange } from "../lookup/several-datasets.js";

/** `GET /`: what there is and how to begin. */
export function showHome(context: Context, actor: Actor, origin: string): Resource {
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
