import type { Measure } from "../model/cube.js";
import type { Value } from "../model/values/value.js";
import type { Decimal } from "../model/values/decimal.js";
import type { Entry, Member } from "./entry.js";

export interface SearchResult {
  /** Number of all matches; `hits` returns one page of them. */
  readonly numEntries: number;
  /** One for each of `query.facets`. */
  readonly facets: readonly FacetCounts[];
  /** One for each of `query.statistics`, over all matches. */
  readonly statistics: readonly AmountStatistics[];
  /**
   * Stream the page in order, in batches. A stream that was begun holds the version until it ends or is closed.
   */
  hits(): AsyncIterable<readonly Hit[]>;
}

export interface Hit {
  /** Read on first use, while the stream that gave it is open. */
  readonly entry: Entry;
  /** Return an amount of the entry, without reading the rest of it; absent: `entry` has been read. */
  readonly amountOf?: (measure: Measure) => Decimal;
  /** Relevance, 0 or more; comparable within one search. 0 if the order does not depend on it. */
  readonly score: number;
}

/** One page of a facet's values, with the number of matches that have each value. */
export interface FacetCounts {
  /** Members for a whole dimension, values otherwise. */
  readonly values: readonly (Member | Value)[];
  readonly counts: Float64Array;
}

/** Exact statistics of a measure. `min` and `max` are `null` if there are no entries. */
export interface AmountStatistics {
  readonly count: number;
  readonly sum: Decimal;
  readonly sumOfSquares: Decimal;
  readonly min: Decimal | null;
  readonly max: Decimal | null;
}
