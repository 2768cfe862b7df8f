import type { Attribute, Dimension } from "../../model/cube.js";
import type { Condition } from "../condition/condition.js";

/** A query for a page of a dimension's members, bound to a model: all user errors have been found by then. */
export interface DistinctQuery {
  readonly dimension: Dimension;
  /** Attributes to search, at least one: any must begin with the prefix. The first determines the order. */
  readonly attributes: readonly Attribute[];
  /** Folded as a search folds words, and compared with folded texts. Every member begins with an empty prefix. */
  readonly prefix: string;
  /** Conditions: only members of entries that meet all of them are listed. If there are none, all members are. */
  readonly filters: readonly Condition[];
  /** Position of the page's first member, and the maximum number of members on the page. */
  readonly first: number;
  readonly limit: number;
}
