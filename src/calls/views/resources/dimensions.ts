import type { Actor } from "../../../access/actor.js";
import { NotFound } from "../../../core/errors/errors.js";
import type { Resource } from "../../answer.js";
import type { Context } from "../../context.js";
import { datasetAnswer } from "../../reading/lookup/dataset-answer.js";
import { describeDataset, type DatasetDescription } from "../../reading/describe/describe-dataset.js";
import {
  describeCounted,
  describeDimension,
  type CountedDescription,
} from "../../reading/describe/describe-dimension.js";
import { findDataset } from "../../reading/lookup/find-dataset.js";
import { countDimensions } from "../../reading/describe/rank-dimensions.js";
import type { PagePlace } from "../../page-place.js";

/** The list of a dataset's dimensions. */
export interface DimensionsPage extends PagePlace {
  readonly kind: "dimensions";
  readonly dataset: DatasetDescription;
  readonly dimensions: readonly CountedDescription[];
}

/** `GET /{dataset}/dimensions`: every dimension of a dataset, in the order of its mapping. */
export function listDimensions(context: Context, actor: Actor, name: string, origin: string): Resource<DimensionsPage> {
  const dataset = findDataset(context, actor, name, NotFound);
  const { model } = dataset;
  return {
    ...datasetAnswer(context, dataset),
    formats: {
      json: async () => ({
        chunks: [JSON.stringify(model.dimensions.map((each) => describeDimension(model, each, origin)))],
      }),
    },
    page: async () => {
      const described = describeDataset(dataset, origin);
      const counted = await countDimensions(context, dataset);
      return {
        kind: "dimensions",
        origin,
        url: `${described.html_url}/dimensions`,
        query: "",
        alternates: ["json"],
        dataset: described,
        dimensions: counted.map((each) => describeCounted(model, each, origin)),
      };
    },
  };
}
