import type { CodeColumn, AmountValues, RowFilter } from "./table.js";
import type { Segment } from "../memory/segment.js";

/** A condition on one column of codes: selects the entries whose code passes. */
export interface CodeCut {
  readonly column: CodeColumn;
  /** One byte per code (`column.size`), 0 or 1. */
  readonly pass: Uint8Array;
}

/** A condition on one column of numbers: selects the entries with a number from `low` to `high`, both included. */
export interface NumberCut {
  readonly numbers: AmountValues;
  /** At most `high`; both fit the column's width. */
  readonly low: bigint;
  readonly high: bigint;
}

/** One key to group by: a column and a table from its codes to ranks. */
export interface GroupKey {
  readonly column: CodeColumn;
  /** Per code the rank of its value in ascending output order, the missing value last; `null`: the code is the rank. */
  readonly group: Uint32Array | null;
  /** Number of ranks; every rank is below it. */
  readonly cardinality: number;
}

/** One criterion to sort groups by. Sums and counts compare as exact integers; ties sort ascending by the keys. */
export type GroupOrder =
  | { readonly by: "measure"; readonly index: number; readonly descending: boolean }
  | { readonly by: "count"; readonly descending: boolean }
  /**
   * Sorts by `ranks[rank of keys[key]]`; `null`: by the rank itself. To sort descending with the missing value last,
   * pass a table.
   */
  | { readonly by: "key"; readonly key: number; readonly ranks: Uint32Array | null; readonly descending: boolean };

/** Entries selected from a table. */
export interface EntryQuery {
  readonly segments: readonly Segment[];
  /** An additional filter: a bitmap from `selectRows` for the same segments, or a list; `null`: none. */
  readonly filter: RowFilter | null;
  /** Conditions that an entry must all meet. */
  readonly cuts: readonly CodeCut[];
}

export interface GroupQuery extends EntryQuery {
  /** Keys, the most significant first. Without keys there is one group, the total, even if no entry is selected. */
  readonly keys: readonly GroupKey[];
  readonly measures: readonly AmountValues[];
  /** Number of measures, of the first ones, of which the extremes of each group are wanted; absent: none. */
  readonly extremes?: number | undefined;
  /** Index of the measure with the number of entries behind each row, as in a rollup; absent: a row is one entry. */
  readonly weight?: number | undefined;
  /** Criteria, the most significant first; empty: ascending by the keys. */
  readonly order: readonly GroupOrder[];
  /** Position of the page's first group. */
  readonly first: number;
  /** Maximum number of groups on the page. */
  readonly limit: number;
}

/** Limits of one call. */
export interface KernelBounds {
  /** Maximum number of groups. @throws TooManyGroups above it */
  readonly maxGroups: number;
  /** Time as `performance.now` gives it. @throws OutOfTime within a few milliseconds after it */
  readonly deadline: number;
  /** Receives the number of blocks read, added to what it holds. */
  readonly visit?: Visit;
}

/** Number of blocks (2,048 entries each) that passes visited. A block counts once per pass. */
export interface Visit {
  /** Blocks of all passes, skipped ones included. */
  blocks: number;
  /** Blocks skipped because the zone map shows that no entry passes. */
  skipped: number;
}

/** A smaller and a larger amount of each group; those of groups without entries are arbitrary. */
export interface AmountPairs {
  readonly lower: BigInt64Array;
  readonly upper: BigInt64Array;
  /** The same of all entries; `null` without entries. */
  readonly total: AmountPair | null;
}

export interface AmountPair {
  readonly lower: bigint;
  readonly upper: bigint;
}

/** One page of groups, column by column; every column has one item per group of the page. */
export interface GroupPage {
  /** Exact sum of each measure over all groups. */
  readonly totals: readonly bigint[];
  /** Number of entries in all groups. */
  readonly numEntries: number;
  /** Number of groups with entries; 1 without keys. */
  readonly numGroups: number;
  /** Number of groups on the page. */
  readonly length: number;
  /** Per key the groups' ranks. */
  readonly keys: readonly Uint32Array[];
  /** Per measure the groups' exact sums. */
  readonly sums: readonly BigInt64Array[];
  readonly counts: Float64Array;
  /** For each wanted measure the extremes of the groups; absent if they are not known. */
  readonly extremes?: readonly AmountPairs[];
}

/** A set of entries: conditions on columns, combined by set operations. */
export type Selection =
  | { readonly op: "cut"; readonly cut: CodeCut | NumberCut }
  | { readonly op: "rows"; readonly rows: RowFilter }
  /** Intersection; an empty list means every entry. */
  | { readonly op: "and"; readonly of: readonly Selection[] }
  /** Union; an empty list means no entry. */
  | { readonly op: "or"; readonly of: readonly Selection[] }
  | { readonly op: "not"; readonly of: Selection };

/** Exact statistics of one column over a selection. */
export interface NumberStatistics {
  readonly count: number;
  readonly sum: bigint;
  readonly sumOfSquares: bigint;
  /** Minimum; `null` if there are no entries. */
  readonly min: bigint | null;
  readonly max: bigint | null;
}
