import type { Attribute, Dimension, Measure } from "../../model/cube.js";
import type { Condition } from "../condition/condition.js";
import type { AttributeField } from "../condition/field.js";

/** A search bound to one dataset: all user errors have been found by then. */
export interface SearchQuery {
  /** The condition that entries must match; its clauses determine relevance. */
  readonly where: Condition;
  /**
   * Rarity of each clause of `where` in all searched datasets, by leaf; `null` if only this dataset is searched.
   */
  readonly rarities: ReadonlyMap<number, number> | null;
  /** Further conditions that entries must meet; they do not affect relevance. */
  readonly filters: readonly Condition[];
  /** Criteria in order. No two entries are equal in all of them; missing values come last in both directions. */
  readonly order: readonly HitCriterion[];
  /** Position of the page's first entry, and the maximum number of entries on the page. */
  readonly first: number;
  readonly limit: number;
  readonly facets: readonly FacetQuery[];
  /** Measures whose statistics over all matches are wanted. */
  readonly statistics: readonly Measure[];
}

export type HitCriterion =
  | { readonly by: "score"; readonly descending: boolean }
  | { readonly by: "measure"; readonly measure: Measure; readonly descending: boolean }
  | {
      readonly by: "value";
      readonly dimension: Dimension;
      readonly attribute: Attribute;
      readonly descending: boolean;
    }
  | { readonly by: "id"; readonly descending: boolean };

/**
 * A facet: counts of matches by the values of a field, largest count first, then by value. Missing values are not
 * counted.
 */
export interface FacetQuery {
  readonly field: FacetField;
  readonly first: number;
  readonly limit: number;
}

/** Field of a facet. A whole dimension is counted by member; a measure by value, rounded to doubles. */
export type FacetField = AttributeField | { readonly is: "id" } | { readonly is: "measure"; readonly measure: Measure };
