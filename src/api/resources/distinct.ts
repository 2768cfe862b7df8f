import type { Actor } from "../../access/actor.js";
import type { Cancellation } from "../../engine/cancellation.js";
import type { Member } from "../../engine/entry.js";
import { withReader } from "../../engine/with-reader.js";
import { NotFound } from "../../errors/errors.js";
import type { Dimension, Model } from "../../model/cube.js";
import { bindDistinct } from "../../query/distinct/bind.js";
import { nextPage } from "../../query/page.js";
import type { Parameters } from "../../query/parameters.js";
import { type Answer, type Body, withNext } from "../answer.js";
import { queryBounds, type Context } from "../context.js";
import { datasetAnswer } from "../lookup/dataset-answer.js";
import { describeMember } from "../describe/describe-member.js";
import type { DimensionPath } from "./dimension.js";
import { findDataset } from "../lookup/find-dataset.js";
import { findDimension } from "../lookup/find-dimension.js";
import { gatherChunks } from "../formats/json.js";

/** `GET /{dataset}/{dimension}.distinct`: members by prefix. With a cut, only those that occur in the filtered data. */
export function listDistinct(
  context: Context,
  actor: Actor,
  path: DimensionPath,
  parameters: Parameters,
  origin: string,
  signal?: Cancellation,
): Answer {
  const dataset = findDataset(context, actor, path.dataset, NotFound);
  const { model, engine } = dataset;
  const dimension = findDimension(dataset, path.dimension);
  const { query, page, canonical } = bindDistinct(model, dimension, parameters, context.maxClauses);
  const answer = datasetAnswer(context, dataset, canonical);
  const json = async (): Promise<Body> => {
    const find = () => withReader(engine, queryBounds(context, signal), (reader) => reader.distinct(query));
    const { members, count } = await context.queue.run(find, signal, answer.effort);
    return {
      chunks: gatherChunks(writeResults(model, dimension, members, count, origin)),
      ...withNext(nextPage(count, page)),
    };
  };
  return { ...answer, forms: { json } };
}

function* writeResults(
  model: Model,
  dimension: Dimension,
  members: readonly Member[],
  count: number,
  origin: string,
): Iterable<string> {
  yield '{"results":[';
  for (const [at, member] of members.entries()) {
    yield `${at === 0 ? "" : ","}${JSON.stringify(describeMember(model, dimension, member, origin))}`;
  }
  yield `],"count":${count}}`;
}
