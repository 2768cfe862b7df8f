import type { Actor } from "../access/actor.js";
import { NotFound } from "../errors/errors.js";
import type { Resource } from "./answer.js";
import type { Context } from "./context.js";
import { datasetAnswer } from "./dataset-answer.js";
import { describeDataset } from "./describe-dataset.js";
import { describeDimension } from "./describe-dimension.js";
import { findDataset } from "./find-dataset.js";

/** `GET /{dataset}`: the core metadata of a dataset. */
export function showDataset(context: Context, actor: Actor, name: string, origin: string): Resource {
  const found = findDataset(context, actor, name, NotFound);
  const dataset = describeDataset(found, origin);
  return {
    ...datasetAnswer(context, found),
    forms: { json: async () => ({ chunks: [JSON.stringify(dataset)] }) },
    page: async () => ({
      kind: "dataset",
      origin,
      url: dataset.html_url,
      query: "",
      alternates: ["json"],
      dataset,
      dimensions: found.model.dimensions.map((each) => describeDimension(found.model, each, origin)),
    }),
  };
}
