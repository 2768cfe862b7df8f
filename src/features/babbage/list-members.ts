import type { Actor } from "../../access/actor.js";
import type { Cancellation } from "../../core/engine/cancellation.js";
import { withReader } from "../../core/engine/with-reader.js";
import { InvalidQuery, NotFound } from "../../core/errors/errors.js";
import { bindMembers } from "../../core/query/babbage/bind-members.js";
import type { Parameters } from "../../core/query/parameters.js";
import { bindReference } from "../../core/query/reference.js";
import type { Answer } from "../../calls/answer.js";
import type { Context } from "../../calls/context.js";
import { findSelected } from "../../calls/reading/lookup/find-union.js";
import { warnOfIgnored } from "../../calls/reading/lookup/ignored-parameters.js";
import { answerCube } from "./answer-cube.js";
import { writeCubeMembers, writeCubeMembersCsv } from "./write-cells.js";

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
  const dataset = findSelected(context, actor, path.dataset, parameters, NotFound);
  const { model, engine } = dataset;
  const ignored = warnOfIgnored(context, "/api/3/cubes/{dataset}/members/{reference}", parameters);
  const reference = bindReference(model, path.reference);
  if (typeof reference === "string") throw new InvalidQuery(`members: ${reference}`);
  const bound = bindMembers(model, reference, parameters, context.maxClauses);
  const { query } = bound;
  return answerCube(
    { context, actor, dataset, name: path.dataset, bound, ignored, signal },
    {
      async compute(bounds) {
        const result = await withReader(dataset, bounds, (reader) => reader.aggregate(query));
        return { result, numEntries: result.numEntries, count: result.numCells, warnings: [] };
      },
      write: (result, warnings) => ({ write: (out) => writeCubeMembers(out, bound, result, warnings) }),
      writeCsv: (result) => ({ write: (out) => writeCubeMembersCsv(out, bound, result) }),
      estimate: () => engine.estimates?.aggregate(query, model),
    },
  );
}
