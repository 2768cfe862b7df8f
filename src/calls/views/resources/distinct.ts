import type { Actor } from "../../../access/actor.js";
import type { Cancellation } from "../../../core/engine/cancellation.js";
import type { Member } from "../../../core/engine/entry.js";
import { withReader } from "../../../core/engine/with-reader.js";
import { NotFound } from "../../../core/errors/errors.js";
import { bindDistinct } from "../../../core/query/distinct/bind.js";
import { nextPage } from "../../../core/query/page.js";
import type { Parameters } from "../../../core/query/parameters.js";
import { type Answer, type Body, withNext } from "../../answer.js";
import { queryBounds, type Context } from "../../context.js";
import { listFiltered } from "../../reading/aggregate/sides.js";
import { describePlaced, placeMembers } from "../../reading/describe/place-members.js";
import type { DimensionPath } from "./dimension.js";
import { findDimension } from "../../reading/lookup/find-dimension.js";
import { findSelected, selectedAnswer } from "../../reading/lookup/find-union.js";
import { warnOfFilters } from "../../reading/lookup/missing-values.js";
import { warnOfIgnored } from "../../reading/lookup/ignored-parameters.js";
import { gatherChunks } from "../../reading/formats/json.js";

/** `GET /{dataset}/{dimension}.distinct`: members by prefix, of one dataset or of a union. With a cut, only those that occur in the filtered data. */
export function listDistinct(
  context: Context,
  actor: Actor,
  path: DimensionPath,
  parameters: Parameters,
  origin: string,
  signal?: Cancellation,
): Answer {
  const dataset = findSelected(context, actor, path.dataset, parameters, NotFound);
  const { model } = dataset;
  const dimension = findDimension(dataset, path.dimension);
  const bound = bindDistinct(model, dimension, parameters, context.maxClauses);
  const { query, levels, page, canonical } = bound;
  const answer = selectedAnswer(context, actor, dataset, path.dataset, canonical);
  const ignored = warnOfIgnored(context, "/{dataset}/{dimension}.distinct", parameters);
  const json = async (): Promise<Body> => {
    const bounds = queryBounds(context, actor, signal);
    const find = () =>
      withReader(dataset, bounds, async (reader) => {
        const found = await reader.distinct(query);
        const version = { ...dataset, reader };
        const filtered = listFiltered(dataset, query.filters);
        return {
          ...found,
          warnings: await warnOfFilters(filtered, found.count, bounds),
          places: await placeMembers(context.parents, version, dimension, levels, found.members, bounds),
        };
      });
    const { members, places, count, warnings } = await context.queue.run(find, signal, answer.effort);
    const describe = (member: Member): unknown => describePlaced({ model, dimension, member, places, origin });
    return {
      chunks: gatherChunks(writeResults(members.map(describe), count, [...ignored, ...bound.warnings, ...warnings])),
      ...withNext(nextPage(count, page)),
    };
  };
  const estimate = (): number => dataset.engine.estimates?.distinct(query, model) ?? 0;
  return { ...answer, estimate, ...(ignored.length > 0 && { canonicalOfJson: ignored.join("\n") }), formats: { json } };
}

function* writeResults(results: readonly unknown[], count: number, warnings: readonly string[]): Iterable<string> {
  yield '{"results":[';
  for (const [at, result] of results.entries()) yield `${at === 0 ? "" : ","}${JSON.stringify(result)}`;
  yield `],"count":${count}${warnings.length > 0 ? `,"warnings":${JSON.stringify(warnings)}` : ""}}`;
}
