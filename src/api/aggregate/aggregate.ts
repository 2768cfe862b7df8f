import type { Actor } from "../../access/actor.js";
import type { Cancellation } from "../../engine/cancellation.js";
import { beginEffort } from "../../engine/query-cost.js";
import type { AggregateResult } from "../../engine/engine.js";
import type { AnswerTrace } from "../../engine/explain.js";
import { withReader } from "../../engine/with-reader.js";
import { InvalidQuery } from "../../errors/errors.js";
import { bindAggregate } from "../../query/aggregate/bind.js";
import { readFlag } from "../../query/flag.js";
import { nextPage } from "../../query/page.js";
import type { Parameters } from "../../query/parameters.js";
import { writeCellsArrow } from "./write-arrow.js";
import { writeCellsCsv } from "./write-csv.js";
import { writeCellsJson, writeCellsNdjson } from "./write-json.js";
import { type Answer, type BodyFacts, type ByteBody, type WrittenBody, withNext } from "../answer.js";
import { queryBounds, type Context } from "../context.js";
import { datasetAnswer } from "../lookup/dataset-answer.js";
import { type Explanation, explainWork } from "./explanation.js";
import { findDataset } from "../lookup/find-dataset.js";

/** `GET /api/2/aggregate`: sum the measures of a cuboid by its drilldowns. */
export function aggregate(
  context: Context,
  actor: Actor,
  parameters: Parameters,
  origin: string,
  signal?: Cancellation,
): Answer {
  const name = parameters.get("dataset");
  if (name === undefined) throw new InvalidQuery('The parameter "dataset" is missing: it takes the name of a dataset');
  const dataset = findDataset(context, actor, name, InvalidQuery);
  const bound = bindAggregate(dataset.model, parameters, context.maxClauses, context.maxNesting);
  const { model, engine } = dataset;
  const effort = beginEffort([name], bound.canonical, engine.numEntries);
  const isExplained = readFlag(parameters, "explain");
  const form = (write: Write, filename?: string) => async () => {
    const bounds = queryBounds(context, signal);
    let work: AnswerTrace | undefined;
    const explain = isExplained ? (trace: AnswerTrace) => (work = trace) : undefined;
    const compute = () => withReader(engine, bounds, (reader) => reader.aggregate(bound.query, explain));
    const result = await context.queue.run(compute, signal, effort);
    effort.matches = result.numEntries;
    return {
      ...write(result, work && explainWork(work, effort)),
      ...withFilename(filename),
      ...withNext(nextPage(result.numCells, bound.page)),
    };
  };
  return {
    forms: {
      json: form((result, explanation) => ({ write: writeCellsJson(model, bound, result, origin, explanation) })),
      csv: form((result) => ({ write: writeCellsCsv(bound, result) }), `${name}.csv`),
      ndjson: form((result) => ({ write: writeCellsNdjson(model, bound, result, origin) }), `${name}.ndjson`),
      arrow: form((result) => ({ bytes: writeCellsArrow(model, bound, result) }), `${name}.arrows`),
    },
    ...datasetAnswer(context, dataset, bound.canonical),
    effort,
    ...(isExplained && { once: true }),
  };
}

type Write = (result: AggregateResult, explanation: Explanation | undefined) => WrittenBody | ByteBody;

function withFilename(filename: string | undefined): Pick<BodyFacts, "filename"> {
  return filename === undefined ? {} : { filename };
}
