import type { CodeColumn, NumberColumn, Segment } from "../kernel/table.js";
import type { Pointer } from "../kernel/memory.js";
import type { Dimension, Model } from "../model/cube.js";
import type { RankCache } from "./ranks.js";
import type { Values } from "./values.js";

/**
 * One version of a dataset's entries, column by column, in WebAssembly memory. Never changed once it is made.
 * Row `r` is row `r % segmentRows` of segment `⌊r / segmentRows⌋`.
 */
export interface ColumnarTable {
  readonly model: Model;
  readonly rows: number;
  readonly segments: readonly Segment[];
  readonly segmentRows: number;
  /** One for each of `model.dimensions`. */
  readonly dimensions: readonly DimensionColumn[];
  /** One for each of `model.measures`. */
  readonly measures: readonly MeasureColumn[];
  readonly sources: SourceColumn;
  /** For each segment where the ids begin, 20 bytes each. */
  readonly ids: readonly Pointer[];
  /** Where the slots of the ids begin, in the last segment. */
  readonly slots: { readonly pointer: Pointer; readonly length: number };
}

/** A code per entry, and what the codes stand for. */
export interface DimensionColumn {
  readonly dimension: Dimension;
  readonly codes: CodeColumn;
  /** For each of the dimension's attributes the values of its members. */
  readonly attributes: readonly Values[];
  /** The member that stands for no value; -1 for none. */
  readonly missing: number;
  /** The order of members by each attribute, once it was asked for. */
  readonly ranks: RankCache;
}

/**
 * Amounts times 10^`scale`, exact. An amount is Σ limbs[j] × 2^(j × `limbBits`), every limb with the amount's sign: one
 * limb where 64 bits hold the sum of all absolute values, several where they do not.
 */
export interface MeasureColumn {
  readonly scale: number;
  readonly limbs: readonly NumberColumn[];
  readonly limbBits: number;
}

/** The source of each entry: a code per entry, or one source for all. */
export interface SourceColumn {
  readonly codes: CodeColumn | null;
  /** Ids of sources by code. */
  readonly sources: readonly number[];
}
