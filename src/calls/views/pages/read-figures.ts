import { withReader } from "../../../core/engine/with-reader.js";
import { computeFigureCells, type FigureResult } from "../../../core/figures/compute.js";
import { Pace } from "../../../core/engine/pace.js";
import { bindFigureRequest } from "../../../core/query/aggregate/bind-figures.js";
import type { FigureRequest } from "../../../core/query/aggregate/figure-request.js";
import type { BoundFigures } from "../../../core/query/aggregate/figures.js";
import type { AggregateQuery } from "../../../core/query/aggregate/query.js";
import type { Dataset } from "../../../store/dataset.js";
import { type AddedMembers, findAddedMembers } from "../../reading/aggregate/additivity.js";
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
}

/**
 * Compute the figures of a request for a page.
 * @param other the dataset that it is compared with
 * @throws InvalidQuery with every error
 */
export async function readFigures(
  { context, actor, dataset, signal, effort }: PageScope,
  request: FigureRequest,
  other: Dataset = dataset,
): Promise<ComputedRequest> {
  const { model } = dataset;
  const bound = bindFigureRequest(model, request, context.maxClauses, other.model);
  const bounds = queryBounds(context, actor, signal);
  const { against } = bound.figures;
  const compute = () =>
    withReader(dataset, bounds, async (reader) => {
      const own = await reader.aggregate(bound.query);
      const pace = new Pace(bounds);
      const ask = (query: AggregateQuery) => reader.aggregate(query);
      const result = await (against
        ? withReader(other, bounds, async (theirs) => {
            const result = await theirs.aggregate(against.query);
            return computeFigureCells(bound, own, pace, ask, { result, ask: (query) => theirs.aggregate(query) });
          })
        : computeFigureCells(bound, own, pace, ask));
      return { result, added: await findAddedMembers(reader, bound, model.dimensions, bounds, "total") };
    });
  const { result, added } = await context.queue.run(compute, signal, effort);
  return { bound, result, added, notes: planFigureNotes(planNotes(model, bound), result) };
}
