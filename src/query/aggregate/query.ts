import type { Attribute, Dimension, Measure } from "../../model/cube.js";
import type { Condition } from "../condition/condition.js";

/** A key that cells are grouped by: a whole dimension (its members) or one attribute (its values). */
export interface Key {
  readonly dimension: Dimension;
  /** `null` for the whole dimension. */
  readonly attribute: Attribute | null;
}

export type Criterion =
  | { readonly by: "measure"; readonly index: number; readonly descending: boolean }
  | { readonly by: "entries"; readonly descending: boolean }
  /** `attribute` belongs to `keys[key].dimension`. */
  | { readonly by: "key"; readonly key: number; readonly attribute: Attribute; readonly descending: boolean };

/** A bound aggregation: nothing in it can fail for a reason of the user's. */
export interface AggregateQuery {
  /** An entry must meet them all. */
  readonly filters: readonly Condition[];
  /** Distinct, in the order of the drilldown. */
  readonly keys: readonly Key[];
  readonly measures: readonly Measure[];
  /** Criteria in order, complete: no two cells are equal in all of them. No value comes last in either direction. */
  readonly order: readonly Criterion[];
  /** Position of the page's first cell, and the most cells on it. */
  readonly first: number;
  readonly limit: number;
}
