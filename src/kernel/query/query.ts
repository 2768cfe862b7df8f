import type { CodeColumn, AmountValues, RowFilter } from "./table.js";
import type { Segment } from "../memory/segment.js";

/** Keep the entries whose code passes. */
export interface CodeCut {
  readonly column: CodeColumn;
  /** One byte per code (`column.size`), 0 or 1. */
  readonly pass: Uint8Array;
}

/** Keep the entries whose number is one of `low` … `high`. */
export interface NumberCut {
  readonly numbers: AmountValues;
  /** `low` ≤ `high`, both numbers that the column can hold. */
  readonly low: bigint;
  readonly high: bigint;
}

/** What groups are told apart by: a table from codes to ranks. */
export interface GroupKey {
  readonly column: CodeColumn;
  /** For each code the rank of its value in ascending output order, no value last; `null`: the code is the rank. */
  readonly group: Uint32Array | null;
  /** Every rank is below it. */
  readonly cardinality: number;
}

/** Sums and counts compare as exact integers. Groups that are equal in all criteria are in ascending order of their keys. */
export type GroupOrder =
  | { readonly by: "measure"; readonly index: number; readonly descending: boolean }
  | { readonly by: "count"; readonly descending: boolean }
  /** By `ranks[rank of keys[key]]`; `null`: by the rank itself. Descending with no value last is another table. */
  | { readonly by: "key"; readonly key: number; readonly ranks: Uint32Array | null; readonly descending: boolean };

/** Which entries are looked at. */
export interface EntryQuery {
  readonly segments: readonly Segment[];
  /** A further filter: as `selectRows` made it for the same segments, or a list. */
  readonly filter: RowFilter | null;
  /** An entry must pass them all. */
  readonly cuts: readonly CodeCut[];
}

export interface GroupQuery extends EntryQuery {
  /** The first is the most significant. None: one group, the total, even of no entries. */
  readonly keys: readonly GroupKey[];
  readonly measures: readonly AmountValues[];
  /** Position of the measure that says how many entries a row stands for; absent: a row is an entry. */
  readonly weight?: number | undefined;
  /** Most significant first; empty: ascending order of the keys. */
  readonly order: readonly GroupOrder[];
  /** Position of the page's first group, and the most groups on it. */
  readonly first: number;
  readonly limit: number;
}

/** What one call may cost. */
export interface KernelBounds {
  /** @throws TooManyGroups beyond */
  readonly maxGroups: number;
  /** Wall clock, in milliseconds since the epoch. @throws OutOfTime after it, within a few milliseconds */
  readonly deadline: number;
  /** Added to, where the caller wants to know. */
  readonly visit?: Visit;
}

/** What passes over entries have read, in blocks of 2,048 entries. A block counts as often as a pass comes to it. */
export interface Visit {
  /** Blocks of all passes. */
  blocks: number;
  /** Those of which nothing was read: what is known of them says that no entry passes. */
  skipped: number;
}

/** One page of groups, column by column; every column has one item per group of the page. */
export interface GroupPage {
  /** Exact sum of each measure over all groups. */
  readonly totals: readonly bigint[];
  /** Number of entries in all groups. */
  readonly numEntries: number;
  /** Number of all groups that have entries; 1 without keys. */
  readonly numGroups: number;
  readonly length: number;
  /** For each key the group's rank. */
  readonly keys: readonly Uint32Array[];
  /** For each measure the group's exact sum. */
  readonly sums: readonly BigInt64Array[];
  readonly counts: Float64Array;
}

/** Which entries: passes over columns combined with the algebra of sets. */
export type Selection =
  | { readonly op: "cut"; readonly cut: CodeCut | NumberCut }
  | { readonly op: "rows"; readonly rows: RowFilter }
  /** Intersection; of nothing: every entry. */
  | { readonly op: "and"; readonly of: readonly Selection[] }
  /** Union; of nothing: no entry. */
  | { readonly op: "or"; readonly of: readonly Selection[] }
  | { readonly op: "not"; readonly of: Selection };

/** Exact statistics of one column over a selection. */
export interface NumberStatistics {
  readonly count: number;
  readonly sum: bigint;
  readonly sumOfSquares: bigint;
  /** `null` of no entries. */
  readonly min: bigint | null;
  readonly max: bigint | null;
}
