import { withReader } from "../../../core/engine/with-reader.js";
import { bindAggregateRequest } from "../../../core/query/aggregate/bind.js";
import { TOTAL } from "../../../core/query/aggregate/request.js";
import type { SearchRequest } from "../../../core/query/search/request.js";
import { findAddedMembers } from "../../reading/aggregate/additivity.js";
import { queryBounds } from "../../context.js";
import { isAdditive } from "../../reading/describe/rank-dimensions.js";
import type { FigureAddition } from "./page-table.js";
import { describeAdded } from "./figure-remarks.js";
import type { PageScope } from "./page-scope.js";

/**
 * Find the members that sums of found entries would add up although they must not be.
 * Cost: nothing if the model has no such members.
 */
export async function findAddedEntries(
  { context, actor, dataset, signal, effort }: PageScope,
  { filters, q, fq }: Pick<SearchRequest, "filters" | "q" | "fq">,
): Promise<readonly FigureAddition[]> {
  const { model } = dataset;
  if (model.dimensions.every(isAdditive)) return [];
  const bound = bindAggregateRequest(
    model,
    { ...TOTAL, measures: [model.measures[0]!.name], cuts: filters, q, fq },
    context.maxClauses,
  );
  const bounds = queryBounds(context, actor, signal);
  const find = () =>
    withReader(dataset, bounds, (reader) => findAddedMembers(reader, bound, model.dimensions, bounds, "total"));
  return (await context.queue.run(find, signal, effort)).map(describeAdded);
}
