import type { DecimalColumn } from "../model/values/decimal-column.js";
import type { Fraction } from "../model/values/fraction.js";
import type { FractionColumn } from "./column.js";
import type { Partition } from "./partition.js";

/** Entries that are adjusted alike: of one cell, period and member of what the series have. */
export interface Pieces {
  readonly length: number;
  /** Exact sums of each measure before adjustments; `null` for one that is no money. */
  readonly sums: readonly (DecimalColumn | null)[];
  /** Least or greatest amounts for each statistic; `null` for one that is not adjusted. */
  readonly statistics: readonly (PieceStatistic | null)[];
  /** Factor of the amounts of each, as an index into `factors`. */
  readonly factorOf: Int32Array;
  /** Above 0; `null` where a series has no value. */
  readonly factors: readonly (Fraction | null)[];
  /** Values that they are divided by; `null` for none. */
  readonly divisors: Divisors | null;
}

export interface PieceStatistic {
  readonly is: "least" | "greatest";
  readonly figures: FractionColumn;
}

/** Values of a series that amounts are divided by. */
export interface Divisors {
  /** Period of each piece, as a number. */
  readonly periods: Partition;
  /**
   * Plan by what the amounts of a group are divided in each period. Groups that are divided by the same values have the
   * same function where that is known.
   * @param pieces those of the group
   * @param kept for each key of the query, true if the group has it
   */
  readonly planGroup: (pieces: Int32Array, kept: readonly boolean[]) => DivisorOf;
}

/** Returns by what the amounts of a group are divided in a period; `null` where a series has no value. */
export type DivisorOf = (period: number) => Fraction | null;
