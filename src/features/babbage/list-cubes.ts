import type { Actor } from "../../access/actor.js";
import { summarizeVersion } from "../../store/dataset.js";
import type { Answer } from "../../calls/answer.js";
import type { Context } from "../../calls/context.js";
import { listReadable } from "../../calls/reading/lookup/find-dataset.js";
import { answerOfSeveral } from "../../calls/reading/lookup/several-datasets.js";

/** `GET /api/3/cubes`: the names of the datasets that the caller may read. */
export function listCubes(context: Context, actor: Actor): Answer {
  const readable = listReadable(context, actor);
  const data = readable.map((dataset) => ({ name: summarizeVersion(dataset).metadata.name }));
  return {
    ...answerOfSeveral(context, actor, readable),
    canonical: "cubes",
    formats: { json: async () => ({ chunks: [JSON.stringify({ status: "ok", data })] }) },
  };
}
