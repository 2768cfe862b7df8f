import type { Actor } from "../../access/actor.js";
import type { Bounds } from "../../core/engine/bounds.js";
import type { Cancellation } from "../../core/engine/cancellation.js";
import type { BoundListing } from "../../core/query/babbage/listing.js";
import { nextPage } from "../../core/query/page.js";
import type { Dataset } from "../../store/dataset.js";
import { type Answer, type Body, type ChunkedBody, withNext, type WrittenBody } from "../../calls/answer.js";
import { type Context, queryBounds } from "../../calls/context.js";
import { downloadName } from "../../calls/formats.js";
import { listFiltered } from "../../calls/reading/aggregate/sides.js";
import { selectedAnswer } from "../../calls/reading/lookup/find-union.js";
import { warnOfFilters } from "../../calls/reading/lookup/missing-values.js";

/** A request for a list of a cube. */
export interface CubeRequest {
  readonly context: Context;
  readonly actor: Actor;
  readonly dataset: Dataset;
  /** The name that it was found by, of a union those of its datasets or collections. */
  readonly name: string;
  readonly bound: BoundListing;
  /** Warnings about its parameters. */
  readonly ignored: readonly string[];
  readonly signal: Cancellation | undefined;
}

/** Items of a list, with warnings about them. */
export interface CubeResult<Result> {
  readonly result: Result;
  readonly numEntries: number;
  /** Number of items on all pages. */
  readonly count: number;
  readonly warnings: readonly string[];
}

/** The work of a listing. */
export interface CubeWork<Result> {
  readonly compute: (bounds: Bounds) => Promise<CubeResult<Result>>;
  readonly write: (result: Result, warnings: readonly string[]) => ChunkedBody | WrittenBody;
  readonly writeCsv: (result: Result) => ChunkedBody | WrittenBody;
  /** Estimate the steps of `compute`; `undefined` if not known. */
  readonly estimate: () => number | undefined;
}

/** Answer with a list of a cube, as JSON or CSV. */
export function answerCube<Result>(
  { context, actor, dataset, name, bound, ignored, signal }: CubeRequest,
  { compute, write, writeCsv, estimate }: CubeWork<Result>,
): Answer {
  const { model } = dataset;
  const answer = selectedAnswer(context, actor, dataset, name, bound.canonical);
  const list = async () => {
    const bounds = queryBounds(context, actor, signal);
    const work = async () => {
      const found = await compute(bounds);
      const filtered = listFiltered(dataset, bound.cuts.conditions);
      return { ...found, missing: await warnOfFilters(filtered, found.numEntries, bounds) };
    };
    const { result, numEntries, count, warnings, missing } = await context.queue.run(work, signal, answer.effort);
    answer.effort.matches = numEntries;
    return {
      result,
      warnings: [...ignored, ...bound.cuts.warnings, ...missing, ...warnings],
      next: withNext(nextPage(count, bound.page)),
    };
  };
  const json = async (): Promise<Body> => {
    const { result, warnings, next } = await list();
    return { ...write(result, warnings), ...next };
  };
  const csv = async (): Promise<Body> => {
    const { result, warnings, next } = await list();
    return {
      ...writeCsv(result),
      warnings,
      filename: downloadName(model.dataset.name.replaceAll("|", "-"), "csv"),
      ...next,
    };
  };
  return {
    ...answer,
    ...(ignored.length > 0 && { canonicalOfJson: ignored.join("\n") }),
    estimate: () => estimate() ?? 0,
    formats: { json, csv },
  };
}
