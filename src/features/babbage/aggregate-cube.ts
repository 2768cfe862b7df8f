import type { Actor } from "../../access/actor.js";
import type { Cancellation } from "../../core/engine/cancellation.js";
import { withReader } from "../../core/engine/with-reader.js";
import { NotFound } from "../../core/errors/errors.js";
import { warnOfWeeks } from "../../core/query/aggregate/bind.js";
import { bindCells } from "../../core/query/babbage/bind-cells.js";
import type { Parameters } from "../../core/query/parameters.js";
import { warnOfAddedMembers } from "../../calls/reading/aggregate/additivity.js";
import type { Answer } from "../../calls/answer.js";
import type { Context } from "../../calls/context.js";
import { findDataset } from "../../calls/reading/lookup/find-dataset.js";
import { warnOfIgnored } from "../../calls/reading/lookup/ignored-parameters.js";
import { answerCube } from "./answer-cube.js";
import { writeCubeCells, writeCubeCellsCsv } from "./write-cells.js";

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
  const cells = bindCells(model, parameters, context.maxClauses);
  const { query } = cells;
  const cuts = { ...cells.cuts, warnings: [...cells.cuts.warnings, ...warnOfWeeks(query.keys, cells.cuts.placed)] };
  const bound = { ...cells, cuts };
  return answerCube(
    { context, actor, dataset, bound, ignored, signal },
    {
      compute: (bounds) =>
        withReader(dataset, bounds, async (reader) => {
          const result = await reader.aggregate(query);
          const { numEntries, numCells: count } = result;
          const summed = { query, cuts: cuts.placed };
          const warnings = await warnOfAddedMembers(reader, summed, model.dimensions, bounds);
          return { result, numEntries, count, warnings };
        }),
      write: (result, warnings) => ({ write: (out) => writeCubeCells(out, bound, result, warnings) }),
      writeCsv: (result) => ({ write: (out) => writeCubeCellsCsv(out, bound, result, parameters.get("aggregates")) }),
      estimate: () => engine.estimates?.aggregate(query, model),
    },
  );
}
