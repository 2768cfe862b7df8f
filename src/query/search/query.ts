import type { Attribute, Dimension, Measure } from "../../model/cube.js";
import type { Condition } from "../condition/condition.js";
import type { AttributeField } from "../condition/field.js";

/** A search in one dataset, bound: nothing in it can fail for a reason of the user's. */
export interface SearchQuery {
  /** Which entries match, and what makes some of them more relevant than others. */
  readonly where: Condition;
  /**
   * How rare each clause of `where` is among all datasets that are searched, by its leaf; `null` where they are this one.
   */
  readonly rarities: ReadonlyMap<number, number> | null;
  /** Conditions that matches must meet as well; they add nothing to relevance. */
  readonly filters: readonly Condition[];
  /** Criteria in order, complete: no two entries are equal in all of them. No value comes last in either direction. */
  readonly order: readonly HitCriterion[];
  /** Position of the page's first entry, and the most entries on it. */
  readonly first: number;
  readonly limit: number;
  readonly facets: readonly FacetQuery[];
  /** Measures to describe over all matches. */
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

/** Count matches by a field: the largest count first, then by value. No value is not counted. */
export interface FacetQuery {
  readonly field: FacetField;
  readonly first: number;
  readonly limit: number;
}

/** A whole dimension is counted by its members, a measure by the nearest doubles. */
export type FacetField = AttributeField | { readonly is: "id" } | { readonly is: "measure"; readonly measure: Measure };
