import type { Actor } from "../../access/actor.js";
import type { Cancellation } from "../../core/engine/cancellation.js";
import { NotFound } from "../../core/errors/errors.js";
import { bindFacts } from "../../core/query/babbage/bind-facts.js";
import type { Parameters } from "../../core/query/parameters.js";
import type { Answer } from "../../calls/answer.js";
import type { Context } from "../../calls/context.js";
import { findDataset } from "../../calls/reading/lookup/find-dataset.js";
import { warnOfIgnored } from "../../calls/reading/lookup/ignored-parameters.js";
import { searchWhole } from "../../calls/reading/search/narrow-search.js";
import { searchAll } from "../../calls/reading/search/search.js";
import { answerCube } from "./answer-cube.js";
import { writeFacts, writeFactsCsv } from "./write-facts.js";

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
  const { query } = bound;
  return answerCube(
    { context, actor, dataset, bound, ignored, signal },
    {
      async compute(bounds) {
        const [result] = await searchAll(searchWhole([dataset]), [query], bounds);
        const { numEntries } = result!;
        return { result: result!, numEntries, count: numEntries, warnings: [] };
      },
      write: (result, warnings) => ({ chunks: writeFacts(bound, result, warnings) }),
      writeCsv: (result) => ({ chunks: writeFactsCsv(bound, result) }),
      estimate: () => engine.estimates?.search(query, model),
    },
  );
}
