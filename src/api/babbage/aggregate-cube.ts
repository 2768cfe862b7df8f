import type { Actor } from "../../access/actor.js";
import type { Cancellation } from "../../engine/cancellation.js";
import { withReader } from "../../engine/with-reader.js";
import { NotFound } from "../../errors/errors.js";
import { bindCells } from "../../query/babbage/bind-cells.js";
import { nextPage } from "../../query/page.js";
import type { Parameters } from "../../query/parameters.js";
import { warnOfAddedMembers } from "../aggregate/additivity.js";
import { type Answer, type Body, withNext } from "../answer.js";
import { type Context, queryBounds } from "../context.js";
import { datasetAnswer } from "../lookup/dataset-answer.js";
import { findDataset } from "../lookup/find-dataset.js";
import { warnOfIgnored } from "../lookup/ignored-parameters.js";
import { warnOfMissing } from "../lookup/missing-values.js";
import { writeCubeCells } from "./write-cells.js";

/** `GET /api/3/cubes/{dataset}/aggregate`: sum the measures of a cube by its drilldowns. */
export function aggregateCube(
  context: Context,
  actor: Actor,
  name: string,
  parameters: Parameters,
  signal?: Cancellation,
): Answer {
  const dataset = findDataset(context, actor, name, NotFound);
  const { model, engine } = dataset;
  const ignored = warnOfIgnored("/api/3/cubes/{dataset}/aggregate", parameters);
  const bound = bindCells(model, parameters, context.maxClauses);
  const { query, cuts, page } = bound;
  const answer = datasetAnswer(context, dataset, bound.canonical);
  const json = async (): Promise<Body> => {
    const bounds = queryBounds(context, actor, signal);
    let found: readonly string[] = [];
    const compute = () =>
      withReader(dataset, bounds, async (reader) => {
        const result = await reader.aggregate(query);
        const missing = await warnOfMissing([{ model, engine, filters: cuts.conditions }], result.numEntries, bounds);
        const added = await warnOfAddedMembers(reader, { query, cuts: cuts.placed }, model.dimensions, bounds);
        found = [...missing, ...added];
        return result;
      });
    const result = await context.queue.run(compute, signal, answer.effort);
    answer.effort.matches = result.numEntries;
    return {
      write: (out) => writeCubeCells(out, bound, result, [...ignored, ...found]),
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
