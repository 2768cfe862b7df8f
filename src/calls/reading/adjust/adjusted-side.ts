import type { Reader } from "../../../core/engine/engine.js";
import type { ParsedAdjustments } from "../../../core/query/aggregate/adjustments.js";
import type { AggregateQuery } from "../../../core/query/aggregate/query.js";
import type { CutClause } from "../../../core/query/syntax/cut-clause.js";
import type { Dataset } from "../../../store/dataset.js";
import type { FoundSeries } from "./find-series.js";

/** One side of an aggregation: its entries, its query, and what its amounts are adjusted by. */
export interface AdjustedSide {
  readonly dataset: Dataset;
  readonly reader: Pick<Reader, "aggregate">;
  readonly query: AggregateQuery;
  readonly requested: ParsedAdjustments;
  readonly found: FoundSeries;
  /** Cuts of the request that are of the series' own dimensions. */
  readonly cuts: readonly CutClause[];
}
