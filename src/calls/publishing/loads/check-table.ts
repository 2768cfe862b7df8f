import type { Engine } from "../../../core/engine/engine.js";
import type { Model } from "../../../core/model/cube.js";
import { checkSeries } from "./check-series.js";
import { checkHierarchies } from "../../reading/lookup/check-hierarchies.js";
import { warnOfTwins } from "../../reading/lookup/near-twins.js";
import { explainCurrencies } from "../../reading/lookup/sum-up.js";

/**
 * Warn of mistakes that show in a table as a whole: mixed currencies, hierarchies with two parents, values of a series that
 * are hardly right, and members that are nearly the same.
 * @param filled the model with the contents of its crosswalks
 * @param others other warnings, which follow those of currencies
 */
export async function checkTable(
  model: Model,
  table: Engine,
  signal: AbortSignal | undefined,
  { filled = model, others = [] }: { readonly filled?: Model; readonly others?: readonly string[] } = {},
): Promise<readonly string[]> {
  return [
    ...(await explainCurrencies(model, table)),
    ...others,
    ...(await checkHierarchies(filled, table, signal)),
    ...(await checkSeries(model, table)),
    ...(await warnOfTwins(model, table, signal)),
  ];
}
