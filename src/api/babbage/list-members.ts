import type { Actor } from "../../access/actor.js";
import type { Cancellation } from "../../engine/cancellation.js";
import { withReader } from "../../engine/with-reader.js";
import { InvalidQuery, NotFound } from "../../errors/errors.js";
import { bindMembers } from "../../query/babbage/bind-members.js";
import { nextPage } from "../../query/page.js";
import type { Parameters } from "../../query/parameters.js";
import { bindReference } from "../../query/reference.js";
import { type Answer, type Body, withNext } from "../answer.js";
import { type Context, queryBounds } from "../context.js";
import { datasetAnswer } from "../lookup/dataset-answer.js";
import { findDataset } from "../lookup/find-dataset.js";
import { warnOfIgnored } from "../lookup/ignored-parameters.js";
import { warnOfMissing } from "../lookup/missing-values.js";
import { writeCubeMembers } from "./write-cells.js";

/** Path of the members of a dimension, or of the values of an attribute. */
export interface ReferencePath {
  readonly dataset: string;
  /** `dimension` or `dimension.attribute`. */
  readonly reference: string;
}

/** `GET /api/3/cubes/{dataset}/members/{reference}`: the different members or values that entries have. */
export function listCubeMembers(
  context: Context,
  actor: Actor,
  path: ReferencePath,
  parameters: Parameters,
  signal?: Cancellation,
): Answer {
  const dataset = findDataset(context, actor, path.dataset, NotFound);
  const { model, engine } = dataset;
  const ignored = warnOfIgnored("/api/3/cubes/{dataset}/members/{reference}", parameters);
  const reference = bindReference(model, path.reference);
  if (typeof reference === "string") throw new InvalidQuery(`members: ${reference}`);
  const bound = bindMembers(model, reference, parameters, context.maxClauses);
  const { query, cuts, page } = bound;
  const answer = datasetAnswer(context, dataset, bound.canonical);
  const json = async (): Promise<Body> => {
    const bounds = queryBounds(context, actor, signal);
    let missing: readonly string[] = [];
    const compute = () =>
      withReader(dataset, bounds, async (reader) => {
        const result = await reader.aggregate(query);
        missing = await warnOfMissing([{ model, engine, filters: cuts.conditions }], result.numEntries, bounds);
        return result;
      });
    const result = await context.queue.run(compute, signal, answer.effort);
    answer.effort.matches = result.numEntries;
    return {
      write: (out) => writeCubeMembers(out, bound, result, [...ignored, ...missing]),
      ...withNext(nextPage(result.numCells, page)),
    };
  };
  return {
    ...answer,
    ...(ignored.length > 0 && { canonicalOfJson: ignored.join("\n") }),
    estimate: () => engine.estimates?.aggregate(query, model) ?? 0,
    forms: { json },
  };
}
