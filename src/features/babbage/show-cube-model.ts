import type { Actor } from "../../access/actor.js";
import { NotFound } from "../../core/errors/errors.js";
import type { Answer } from "../../calls/answer.js";
import type { Context } from "../../calls/context.js";
import { countDimensions } from "../../calls/reading/describe/rank-dimensions.js";
import { datasetAnswer } from "../../calls/reading/lookup/dataset-answer.js";
import { findDataset } from "../../calls/reading/lookup/find-dataset.js";
import { describeCube } from "./describe-cube.js";

/** `GET /api/3/cubes/{dataset}/model`: the dimensions, measures, aggregates and hierarchies of a cube. */
export function showCubeModel(context: Context, actor: Actor, name: string): Answer {
  const dataset = findDataset(context, actor, name, NotFound);
  return {
    ...datasetAnswer(context, dataset),
    formats: {
      json: async () => {
        const model = describeCube(dataset.model, await countDimensions(context, dataset));
        return { chunks: [JSON.stringify({ status: "ok", name: dataset.model.dataset.name, model })] };
      },
    },
  };
}
