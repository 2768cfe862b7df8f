import type { Attribute, Dimension } from "../../model/cube.js";
import type { Condition } from "../condition/condition.js";

/** A page of the members of a dimension: bound, so nothing in it can fail for a reason of the user's. */
export interface DistinctQuery {
  readonly dimension: Dimension;
  /** Attributes of which one has to begin with the prefix; the first one decides the order. At least one. */
  readonly attributes: readonly Attribute[];
  /** Letter case counts for nothing; an empty one is the beginning of every member. */
  readonly prefix: string;
  /** Only members of entries that meet all of these; none: every member. */
  readonly filters: readonly Condition[];
  /** Position of the page's first member, and the most members on it. */
  readonly first: number;
  readonly limit: number;
}
