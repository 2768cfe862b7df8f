import { withReader } from "../../../core/engine/with-reader.js";
import type { FigureResult } from "../../../core/figures/figure-cells.js";
import { bindFigureRequest } from "../../../core/query/aggregate/bind-figures.js";
import type { FigureRequest } from "../../../core/query/aggregate/figure-request.js";
import type { BoundFigures } from "../../../core/query/aggregate/figures.js";
import type { Dataset } from "../../../store/dataset.js";
import { type AddedMembers, findAddedMembers } from "../../reading/aggregate/additivity.js";
import { readAdjusted } from "../../reading/aggregate/compute-adjusted.js";
import { type FigureNotes, planFigureNotes } from "../../reading/aggregate/figure-notes.js";
import { planNotes } from "../../reading/aggregate/notes.js";
import { queryBounds } from "../../context.js";
import type { PageScope } from "./page-scope.js";

/** The answer to a request for figures. */
export interface ComputedRequest {
  readonly bound: BoundFigures;
  readonly result: FigureResult;
  /** Members that its cells or its total add up although they must not be. */
  readonly added: readonly AddedMembers[];
  readonly notes: FigureNotes | null;
  /** Notes on the other side of a comparison within its dataset; `null` without one. */
  readonly otherNotes: FigureNotes | null;
}

/**
 * Compute the figures of a request for a page, adjusted as its scope says.
 * @param other the dataset that it is compared with
 * @throws InvalidQuery with every error
 */
export async function readFigures(
  { context, actor, dataset, signal, effort, adjust = null }: PageScope,
  request: FigureRequest,
  other: Dataset = dataset,
): Promise<ComputedRequest> {
  const { model } = dataset;
  const { requested = null, foreign = new Set<string>() } = adjust?.adjustment ?? {};
  const cuts = request.cuts.filter(({ field }) => !foreign.has(field));
  const bound = bindFigureRequest(model, { ...request, cuts, adjust: requested }, context.maxClauses, other.model);
  const bounds = queryBounds(context, actor, signal);
  const { against } = bound.figures;
  const sides = { bound, other: against && { dataset: other, against }, adjustment: adjust?.adjustment ?? null };
  const compute = () =>
    withReader(dataset, bounds, async (reader) => {
      const cells = await readAdjusted(sides, reader, bounds);
      const { result } = await cells.compute();
      return { result, added: await findAddedMembers(reader, bound, model.dimensions, bounds, "total") };
    });
  const { result, added } = await context.queue.run(compute, signal, effort);
  adjust?.note(result.adjusted ?? null);
  const beside = against && other === dataset ? planNotes(model, otherSideOf(bound, against)) : null;
  return {
    bound,
    result,
    added,
    notes: planFigureNotes(planNotes(model, bound), result),
    otherNotes: planFigureNotes(beside, result),
  };
}

/** Return the same query with what the other side is cut to. */
function otherSideOf(
  bound: BoundFigures,
  { query, cuts }: NonNullable<BoundFigures["figures"]["against"]>,
): BoundFigures {
  return { ...bound, query: { ...bound.query, filters: query.filters }, cuts };
}
