import type { Attribute, Dimension } from "../../model/cube.js";

/** A query for the members of a dimension that typed words may stand for. */
export interface SuggestQuery {
  readonly dimension: Dimension;
  /** Attributes whose words are compared, at least one. */
  readonly attributes: readonly Attribute[];
  /** Folded words, at least one. A member has for each of them a word that begins like it, in any of the attributes. */
  readonly words: readonly string[];
  /** True if its words must be the given ones, not only begin like them. */
  readonly areWhole?: boolean;
  /** Maximum number of members. */
  readonly limit: number;
}
