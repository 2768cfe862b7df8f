import type { Actor } from "../access/actor.js";
import { NotFound } from "../errors/errors.js";
import { bindDistinct } from "../query/distinct.js";
import { parameters } from "../query/parameters.js";
import type { Resource } from "./answer.js";
import { boundsOf, type Context } from "./context.js";
import { datasetAnswer } from "./dataset-answer.js";
import { describeDataset } from "./describe-dataset.js";
import { describeDimension } from "./describe-dimension.js";
import { describeMember } from "./describe-member.js";
import { findDataset } from "./find-dataset.js";
import { findDimension } from "./find-dimension.js";

/** What names a dimension in a path. */
export interface DimensionPath {
  readonly dataset: string;
  readonly dimension: string;
}

/** Members that the page of a dimension shows: all of most dimensions. */
const SHOWN_MEMBERS = new URLSearchParams({ pagesize: "100" });

/** `GET /{dataset}/{dimension}`: what a dimension is, and how many members it has. */
export async function showDimension(
  context: Context,
  actor: Actor,
  path: DimensionPath,
  origin: string,
  signal?: AbortSignal,
): Promise<Resource> {
  const dataset = findDataset(context, actor, path.dataset, NotFound);
  const { model, engine } = dataset;
  const dimension = findDimension(dataset, path.dimension);
  const numMembers = await engine.countMembers(dimension);
  const described = { ...describeDimension(model, dimension, origin), num_members: numMembers };
  return {
    ...datasetAnswer(context, dataset),
    forms: { json: async () => ({ chunks: [JSON.stringify(described)] }) },
    page: async () => {
      const { query } = bindDistinct(model, dimension, parameters(SHOWN_MEMBERS), context.maxClauses);
      const { members } = await context.queue.run(() => engine.distinct(query, boundsOf(context)), signal);
      return {
        kind: "dimension",
        origin,
        url: described.html_url,
        query: "",
        alternates: ["json"],
        dataset: describeDataset(dataset, origin),
        dimension: described,
        members: members.map((member) => describeMember(model, dimension, member, origin)),
      };
    },
  };
}
