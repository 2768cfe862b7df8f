import type { Model } from "../../../core/model/cube.js";
import { findReference } from "../../../core/model/references.js";
import type { Clause } from "../../../core/query/clauses.js";

/** Return the order of a figure if its request has none: of years, months and other parts of dates that of time. */
export function timeOrder(model: Model, drilldown: readonly string[]): readonly Clause[] {
  const [first] = drilldown;
  const found = first === undefined ? null : findReference(model, first);
  const isPart = /^(?:year|fiscal_year|quarter|month|yearmonth|week|day)$/.test(found?.attribute?.name ?? "");
  return found?.dimension.kind === "date" && isPart ? [{ field: first!, value: "asc" }] : [];
}
