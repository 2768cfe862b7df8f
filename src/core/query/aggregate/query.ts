import type { Attribute, Dimension, Measure } from "../../model/cube.js";
import type { AmountStatistic } from "../../model/measure-functions.js";
import type { Condition } from "../condition/condition.js";

/** A key that cells are grouped by: a whole dimension (its members) or one attribute (its values). */
export interface Key {
  readonly dimension: Dimension;
  /** `null` for the whole dimension. */
  readonly attribute: Attribute | null;
}

/** A figure of the entries of each cell that its sums do not give. */
export type Statistic =
  | { readonly is: AmountStatistic; readonly measure: Measure }
  /** Number of different members or values; a missing one does not count. */
  | { readonly is: "count"; readonly of: Key };

export type Criterion =
  | { readonly by: "measure"; readonly index: number; readonly descending: boolean }
  | { readonly by: "entries"; readonly descending: boolean }
  /** `attribute` belongs to `keys[key].dimension`. */
  | { readonly by: "key"; readonly key: number; readonly attribute: Attribute; readonly descending: boolean };

/** A question for the amounts of entries themselves, grouped by keys. */
export interface AmountListQuery extends Pick<AggregateQuery, "filters" | "keys"> {
  readonly measure: Measure;
}

/** An aggregation bound to a model: all user errors have been found by then. */
export interface AggregateQuery {
  /** Conditions that every counted entry must meet. */
  readonly filters: readonly Condition[];
  /** Distinct, in the order of the drilldown. */
  readonly keys: readonly Key[];
  readonly measures: readonly Measure[];
  /** Absent: none. */
  readonly statistics?: readonly Statistic[];
  /**
   * Criteria in order. No two cells are equal in all of them; missing values come last in both directions. Without any,
   * cells are in any order.
   */
  readonly order: readonly Criterion[];
  /** Position of the page's first cell, and the maximum number of cells on the page. */
  readonly first: number;
  readonly limit: number;
}
