import type { Actor } from "../access/actor.js";
import type { AggregateResult } from "../engine/engine.js";
import { InvalidQuery } from "../errors/errors.js";
import { bindAggregate } from "../query/bind.js";
import { nextPage } from "../query/page.js";
import type { Parameters } from "../query/parameters.js";
import { writeCellsCsv } from "./aggregate-csv.js";
import { writeCellsJson } from "./aggregate-json.js";
import type { Answer, Body } from "./answer.js";
import type { Context } from "./context.js";
import { findDataset } from "./find-dataset.js";

/** `GET /api/2/aggregate`: sum the measures of a cuboid by its drilldowns. */
export function aggregate(
  context: Context,
  actor: Actor,
  parameters: Parameters,
  origin: string,
  signal?: AbortSignal,
): Answer {
  const name = parameters.get("dataset");
  if (name === undefined) throw new InvalidQuery('The parameter "dataset" is missing: it takes the name of a dataset');
  const dataset = findDataset(context, actor, name, InvalidQuery);
  const bound = bindAggregate(dataset.model, parameters, context.maxClauses);
  const compute = (): Promise<AggregateResult> => {
    const bounds = { maxCells: context.maxCells, deadline: Date.now() + context.maxSeconds * 1000 };
    return context.queue.run(() => dataset.engine.aggregate(bound.query, bounds), signal);
  };
  const json = async (): Promise<Body> => {
    const result = await compute();
    return {
      chunks: writeCellsJson(dataset.model, bound, result, origin),
      ...withNext(nextPage(result.numCells, bound.page)),
    };
  };
  const csv = async (): Promise<Body> => {
    const result = await compute();
    return {
      chunks: writeCellsCsv(bound, result),
      filename: `${name}.csv`,
      ...withNext(nextPage(result.numCells, bound.page)),
    };
  };
  return {
    version: dataset.version,
    lastModified: dataset.lastModified,
    canonical: bound.canonical,
    public: !dataset.private,
    forms: { json, csv },
  };
}

function withNext(page: number | undefined): { nextPage?: number } {
  return page === undefined ? {} : { nextPage: page };
}
