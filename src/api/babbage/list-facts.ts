import type { Actor } from "../../access/actor.js";
import type { Cancellation } from "../../engine/cancellation.js";
import { NotFound } from "../../errors/errors.js";
import { bindFacts } from "../../query/babbage/bind-facts.js";
import { nextPage } from "../../query/page.js";
import type { Parameters } from "../../query/parameters.js";
import { type Answer, type Body, withNext } from "../answer.js";
import { type Context, queryBounds } from "../context.js";
import { datasetAnswer } from "../lookup/dataset-answer.js";
import { findDataset } from "../lookup/find-dataset.js";
import { warnOfIgnored } from "../lookup/ignored-parameters.js";
import { warnOfMissing } from "../lookup/missing-values.js";
import { searchAll } from "../search/search.js";
import { writeFacts } from "./write-facts.js";

/** `GET /api/3/cubes/{dataset}/facts`: the entries of a cube that meet its cuts. */
export function listFacts(
  context: Context,
  actor: Actor,
  name: string,
  parameters: Parameters,
  signal?: Cancellation,
): Answer {
  const dataset = findDataset(context, actor, name, NotFound);
  const { model, engine } = dataset;
  const ignored = warnOfIgnored("/api/3/cubes/{dataset}/facts", parameters);
  const bound = bindFacts(model, parameters, context.maxClauses);
  const { query, cuts, page } = bound;
  const answer = datasetAnswer(context, dataset, bound.canonical);
  const json = async (): Promise<Body> => {
    const bounds = queryBounds(context, actor, signal);
    let missing: readonly string[] = [];
    const compute = async () => {
      const [result] = await searchAll([dataset], [query], bounds);
      missing = await warnOfMissing([{ model, engine, filters: cuts.conditions }], result!.numEntries, bounds);
      return result!;
    };
    const result = await context.queue.run(compute, signal, answer.effort);
    answer.effort.matches = result.numEntries;
    return {
      chunks: writeFacts(bound, result, [...ignored, ...missing]),
      ...withNext(nextPage(result.numEntries, page)),
    };
  };
  return {
    ...answer,
    ...(ignored.length > 0 && { canonicalOfJson: ignored.join("\n") }),
    estimate: () => engine.estimates?.search(query, model) ?? 0,
    forms: { json },
  };
}
