import { withReader } from "../../../core/engine/with-reader.js";
import { bindAggregateRequest, warnOfWeeks } from "../../../core/query/aggregate/bind.js";
import { TOTAL } from "../../../core/query/aggregate/request.js";
import { queryBounds } from "../../context.js";
import { warnOfFilters } from "../../reading/lookup/missing-values.js";
import type { ExploreState } from "./explore-state.js";
import type { PageScope } from "./page-scope.js";

/**
 * Write the warnings about a state of the explorer that the aggregate call has: cuts that no entry meets, ranges of codes
 * that seem to be numbers, and weeks by calendar years.
 * @param numEntries number of entries that meet its cuts; default: they are counted
 */
export async function warnOfState(
  { context, actor, dataset, signal, effort }: PageScope,
  { drilldown, cuts }: Pick<ExploreState, "drilldown" | "cuts">,
  numEntries?: number,
): Promise<readonly string[]> {
  const { model, engine } = dataset;
  const { query, cuts: placed } = bindAggregateRequest(model, { ...TOTAL, drilldown, cuts }, context.maxClauses);
  const weeks = warnOfWeeks(query.keys, placed);
  if (cuts.length === 0) return weeks;
  const bounds = queryBounds(context, actor, signal);
  const count = async (): Promise<number> =>
    withReader(dataset, bounds, async (reader) => {
      const total = await reader.aggregate({ ...query, keys: [], measures: [], order: [], limit: 0 });
      return total.numEntries;
    });
  const warn = async (): Promise<readonly string[]> =>
    warnOfFilters([{ model, engine, filters: query.filters }], numEntries ?? (await count()), bounds);
  return [...weeks, ...(await context.queue.run(warn, signal, effort))];
}
