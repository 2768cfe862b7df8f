import type { Decimal } from "../model/values/decimal.js";
import type { Value } from "../model/values/value.js";

/**
 * Members of a dimension for which rows have different values of one attribute, although the member is the same. The
 * value of the last row is shown for all its entries. A missing value disagrees with none.
 */
export interface Disagreement {
  readonly dimension: string;
  /** The attribute; never the one that identifies members. */
  readonly attribute: string;
  /** Number of members with several values. */
  readonly members: number;
  /** Entries with one of these members. */
  readonly entries: number;
  /** Their sum of the measure `amount`. */
  readonly amount: Decimal;
  /** The member with most values; of several, the one with most entries, then the first by identity. */
  readonly worst: {
    readonly identity: Value;
    /** The first five. */
    readonly values: readonly Value[];
    readonly numValues: number;
    /** True if there may be more than `numValues`: not all were counted, to save memory. */
    readonly isAtLeast: boolean;
    readonly entries: number;
    readonly amount: Decimal;
  };
}
