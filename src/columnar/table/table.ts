import type { CubeMemory } from "../../kernel/memory/cube-memory.js";
import type { Pointer } from "../../kernel/memory/pointer.js";
import type { CodeColumn, AmountValues } from "../../kernel/query/table.js";
import type { Segment } from "../../kernel/memory/segment.js";
import type { Dimension, Model } from "../../model/cube.js";
import type { LoadOrder } from "./load-order.js";
import type { PickMembers } from "./pick-members.js";
import type { PlannedPlace } from "./planned-values.js";
import type { RankCache } from "./ranks.js";
import type { TermColumn } from "./term-column.js";
import type { ValueColumn, Values } from "./values.js";

/**
 * One version of a dataset's entries, column by column, in WebAssembly memory. Never changed once it is made.
 * Row `r` is row `r % segmentRows` of segment `⌊r / segmentRows⌋`.
 */
export interface ColumnarTable {
  readonly model: Model;
  readonly rows: number;
  readonly segments: readonly Segment[];
  readonly segmentRows: number;
  /** Those of the segments, then those that hold only what stands once: all that the table holds. */
  readonly memories: readonly CubeMemory[];
  /** One for each of `model.dimensions`. */
  readonly dimensions: readonly DimensionColumn[];
  /** One for each of `model.measures`. */
  readonly measures: readonly MeasureColumn[];
  readonly sources: SourceColumn;
  /** In which order entries were loaded; `null`: in that of their rows. */
  readonly order: LoadOrder | null;
  /** For each segment where the ids begin, 20 bytes each. */
  readonly ids: readonly Pointer[];
  /** The way from an id to its row: see `IdIndex`. */
  readonly slots: PlannedPlace & { readonly length: number };
}

/** A code per entry, and what the codes stand for. */
export interface DimensionColumn {
  readonly dimension: Dimension;
  readonly codes: CodeColumn;
  /** For each of the dimension's attributes where the values of its members lie. */
  readonly columns: readonly ValueColumn[];
  /** The same, to be read. */
  readonly attributes: readonly Values[];
  /** The member that stands for no value; -1 for none. */
  readonly missing: number;
  /** The order of members by each attribute, once it was asked for. */
  readonly ranks: RankCache;
  readonly pickMembers: PickMembers;
  /** Where the words of its members lie; `null` for few members, whose words are found when they are first asked for. */
  readonly words: TermColumn | null;
}

/**
 * Amounts times 10^`scale`, exact. An amount is Σ limbs[j] × 2^(j × `limbBits`), every limb with the amount's sign: one
 * limb where 64 bits hold the sum of all absolute values, several where they do not.
 */
export interface MeasureColumn {
  readonly scale: number;
  readonly limbs: readonly AmountValues[];
  readonly limbBits: number;
}

/** The source of each entry: a code per entry, or one source for all. */
export interface SourceColumn {
  readonly codes: CodeColumn | null;
  /** Ids of sources by code. */
  readonly sources: readonly number[];
}

/** What aggregations read: entries, or cells that have summed up some. */
export interface CellTable extends Pick<ColumnarTable, "segments" | "memories" | "dimensions" | "measures"> {
  /** For each row the number of entries that it sums up; one each where it is absent. */
  readonly entries?: AmountValues;
}
