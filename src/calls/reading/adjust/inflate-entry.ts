import type { Actor } from "../../../access/actor.js";
import type { Entry } from "../../../core/engine/entry.js";
import { withReader } from "../../../core/engine/with-reader.js";
import { InvalidQuery } from "../../../core/errors/errors.js";
import { isMoneyMeasure } from "../../../core/model/spending.js";
import { type Decimal, shortestDecimal } from "../../../core/model/values/decimal.js";
import type { AggregateQuery } from "../../../core/query/aggregate/query.js";
import { filterClause } from "../../../core/query/condition/condition.js";
import type { Parameters } from "../../../core/query/parameters.js";
import type { Dataset } from "../../../store/dataset.js";
import { type Context, queryBounds } from "../../context.js";
import { type InflationWarning, warnOfInflation } from "../lookup/inflation.js";
import { findInflation } from "./adjustment.js";
import { type InflationAdjustment, planInflated } from "./inflation-cells.js";

/** An entry in the prices of a year. */
export interface InflatedEntry {
  readonly warning: InflationWarning | null;
  /** Series that it depends on. */
  readonly series: readonly Dataset[];
  /** Amounts of money by measure, and the first before and after; empty where they are nominal. */
  readonly inflated: Readonly<Record<string, Decimal | readonly InflationAdjustment[]>>;
}

/** Adjust an entry for `inflate=2009`: it is never an error. */
export async function inflateEntry(
  context: Context,
  actor: Actor,
  dataset: Dataset,
  { id }: Entry,
  parameters: Parameters,
): Promise<InflatedEntry> {
  const { adjustment, warning } = findInflation(context, actor, dataset, dataset, parameters);
  if (!adjustment) return { warning, series: [], inflated: {} };
  const { series, inflation: year = "" } = adjustment;
  const fail = (reason: string): InflatedEntry => ({ warning: warnOfInflation(year, reason), series, inflated: {} });
  const bounds = queryBounds(context, actor);
  try {
    return await withReader(dataset, bounds, async (reader) => {
      const inflated: Record<string, Decimal | readonly InflationAdjustment[]> = {};
      for (const measure of dataset.model.measures.filter(isMoneyMeasure)) {
        const filter = filterClause({ on: "id", id: { whole: { is: "same", text: id }, parts: [] } });
        const query: AggregateQuery = {
          filters: [filter],
          keys: [],
          measures: [measure],
          order: [],
          first: 0,
          limit: 1,
        };
        const adjuster = await adjustment.read(reader, query, bounds);
        const [missing] = adjuster.missing;
        if (missing) return fail(`"${missing.series}" has no value for it; the amount is as in the data`);
        const list = planInflated(query, adjuster, year)(0);
        const [own] = list;
        if (own) inflated[measure.name] = shortestDecimal(own.inflated);
        inflated["inflation_adjustment"] ??= list;
      }
      return { warning: null, series, inflated };
    });
  } catch (error) {
    if (error instanceof InvalidQuery) return fail(error.errors.join("; "));
    throw error;
  }
}
