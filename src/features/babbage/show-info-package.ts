import type { Actor } from "../../access/actor.js";
import { NotFound } from "../../core/errors/errors.js";
import type { Answer } from "../../calls/answer.js";
import type { Context } from "../../calls/context.js";
import { describeDataset } from "../../calls/reading/describe/describe-dataset.js";
import { datasetAnswer } from "../../calls/reading/lookup/dataset-answer.js";
import { findDataset } from "../../calls/reading/lookup/find-dataset.js";
import { describeInfoPackage } from "./describe-package.js";

/** `GET /api/3/info/{dataset}/package`: what the viewer of OpenSpending asks for first. */
export function showInfoPackage(context: Context, actor: Actor, name: string, origin: string): Answer {
  const dataset = findDataset(context, actor, name, NotFound);
  const describe = (): unknown => describeInfoPackage(dataset.model, describeDataset(dataset, origin));
  return {
    ...datasetAnswer(context, dataset, "info package"),
    formats: { json: async () => ({ chunks: [JSON.stringify(describe())] }) },
  };
}
