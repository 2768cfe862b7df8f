import type { Actor } from "../../access/actor.js";
import type { Cancellation } from "../../core/engine/cancellation.js";
import { withReader } from "../../core/engine/with-reader.js";
import { InvalidQuery, NotFound } from "../../core/errors/errors.js";
import { warnOfWeeks } from "../../core/query/aggregate/bind.js";
import { bindCells } from "../../core/query/babbage/bind-cells.js";
import type { Parameters } from "../../core/query/parameters.js";
import { refuseCurrencies, remarkSums } from "../../calls/reading/aggregate/sides.js";
import type { Answer } from "../../calls/answer.js";
import type { Context } from "../../calls/context.js";
import { asUnion, findSelected, listUnited } from "../../calls/reading/lookup/find-union.js";
import { warnOfIgnored } from "../../calls/reading/lookup/ignored-parameters.js";
import { parseAdjustments } from "../../core/query/aggregate/adjustments.js";
import { type Adjustment, findAdjustment } from "../../calls/reading/adjust/adjustment.js";
import { citeAdjusted } from "../../calls/reading/adjust/cite-adjusted.js";
import { answerOfSeveral } from "../../calls/reading/lookup/several-datasets.js";
import type { BoundCells } from "../../core/query/babbage/bind-cells.js";
import { adjustCells, type AdjustedCells } from "../../calls/reading/adjust/adjust-cells.js";
import { answerCube, type CubeRequest } from "./answer-cube.js";
import { writeAdjustedCells, writeAdjustedCellsCsv, writeCubeCells, writeCubeCellsCsv } from "./write-cells.js";

/** `GET /api/3/cubes/{dataset}/aggregate`: sum the measures of a cube by its drilldowns. */
export function aggregateCube(
  context: Context,
  actor: Actor,
  name: string,
  parameters: Parameters,
  origin: string,
  signal?: Cancellation,
): Answer {
  const dataset = findSelected(context, actor, name, parameters, NotFound);
  const { model, engine } = dataset;
  const ignored = warnOfIgnored(context, "/api/3/cubes/{dataset}/aggregate", parameters);
  const cells = bindCells(model, parameters, context.maxClauses);
  const { query } = cells;
  const cuts = { ...cells.cuts, warnings: [...cells.cuts.warnings, ...warnOfWeeks(query.keys, cells.cuts.placed)] };
  const bound = { ...cells, cuts };
  const request = { context, actor, dataset, name, bound, ignored, signal };
  const errors: string[] = [];
  const adjustment = findAdjustment(context, actor, dataset, dataset, parameters, errors);
  parseAdjustments(parameters, errors);
  if (errors.length > 0) throw new InvalidQuery([...new Set(errors)]);
  if (!adjustment?.requested.in) refuseCurrencies(dataset, query.measures);
  if (adjustment) return answerAdjusted(request, bound, adjustment, parameters, origin);
  return answerCube(request, {
    compute: (bounds) =>
      withReader(dataset, bounds, async (reader) => {
        const result = await reader.aggregate(query);
        const { numEntries, numCells: count } = result;
        const summed = { query, cuts: cuts.placed };
        const warnings = await remarkSums(context, dataset, summed, reader, bounds);
        return { result, numEntries, count, warnings };
      }),
    write: (result, warnings) => ({ write: (out) => writeCubeCells(out, bound, result, warnings) }),
    writeCsv: (result) => ({ write: (out) => writeCubeCellsCsv(out, bound, result, parameters.get("aggregates")) }),
    estimate: () => engine.estimates?.aggregate(query, model),
  });
}

/** Answer with adjusted amounts: sorted by these, with the series that were used. */
function answerAdjusted(
  request: CubeRequest,
  bound: BoundCells,
  adjustment: Adjustment,
  parameters: Parameters,
  origin: string,
): Answer {
  const { context, actor, dataset } = request;
  const { query } = bound;
  const series = adjustment.series.map(({ version }) => version).join();
  const canonical = `${bound.canonical} ${JSON.stringify([adjustment.requested, series])}`;
  const answer = answerCube<AdjustedCells>(
    { ...request, bound: { ...bound, canonical } },
    {
      compute: (bounds) =>
        withReader(dataset, bounds, async (reader) => {
          const result = await adjustCells(reader, query, adjustment, bounds);
          const summed = { query, cuts: bound.cuts.placed };
          const added = await remarkSums(context, dataset, summed, reader, bounds);
          return {
            result,
            numEntries: result.numEntries,
            count: result.numCells,
            warnings: [...added, ...result.remarks.warnings],
          };
        }),
      write: (result, warnings) => ({ write: (out) => writeAdjustedCells(out, bound, result, origin, warnings) }),
      writeCsv: (result) => ({
        write: (out) => writeAdjustedCellsCsv(out, bound, result, parameters.get("aggregates")),
      }),
      estimate: () => dataset.engine.estimates?.aggregate(query, dataset.model),
    },
  );
  // Other series may stand for those that it names none of, once they are loaded.
  return {
    ...answer,
    ...answerOfSeveral(context, actor, [...listUnited(dataset), ...adjustment.series]),
    cited: asUnion(dataset) ? undefined : citeAdjusted(dataset, adjustment),
    holds: () => false,
  };
}
