import type { CubeMemory } from "../../kernel/memory/cube-memory.js";
import type { Pointer } from "../../kernel/memory/pointer.js";
import type { CodeColumn, AmountValues } from "../../kernel/query/table.js";
import type { Segment } from "../../kernel/memory/segment.js";
import type { MemberSums } from "../../../core/engine/member-sums.js";
import type { NameIndex } from "../../../core/engine/name-index.js";
import type { TermSignature } from "../../../core/engine/term-signature.js";
import type { Member } from "../../../core/engine/entry.js";
import type { Dimension, Model } from "../../../core/model/cube.js";
import type { LoadOrder } from "./load-order.js";
import type { PickMembers } from "./pick-members.js";
import type { PlannedPlace } from "./planned-values.js";
import type { RecordNumbers } from "./record-column.js";
import type { RankCache } from "./ranks.js";
import type { TermColumn } from "./term-column.js";
import type { ValueColumn, Values } from "./values.js";

/**
 * One version of a dataset's entries, stored by column in WebAssembly memory. Immutable.
 * Row `r` is row `r % segmentRows` of segment `⌊r / segmentRows⌋`.
 */
export interface ColumnarTable {
  readonly model: Model;
  /** The model as it is stored, from which ids follow; absent if it is `model`. */
  readonly storedModel?: Model;
  readonly rows: number;
  readonly segments: readonly Segment[];
  readonly segmentRows: number;
  /** All memories of the table: one per segment, then those of parts that are stored once. */
  readonly memories: readonly CubeMemory[];
  /** One column per dimension of `model.dimensions`. */
  readonly dimensions: readonly DimensionColumn[];
  /** One column per measure of `model.measures`. */
  readonly measures: readonly MeasureColumn[];
  readonly sources: SourceColumn;
  /** Numbers of the records that the entries were read from; `null` in tables of older formats. */
  readonly records: RecordNumbers | null;
  /** Load order of the entries; `null` if it is the order of the rows. */
  readonly order: LoadOrder | null;
  /** Pointers to the ids, one per segment, 20 bytes per id; `null` if each id follows from its entry's key. */
  readonly ids: readonly Pointer[] | null;
  /** Rows in the order of their ids: see `rows-by-id.ts`. */
  readonly byId: PlannedPlace;
  /** The words of its members; absent if they are too many, and in tables of earlier versions. */
  readonly signature?: TermSignature | undefined;
  /** The names of its members; absent in tables of earlier versions. */
  readonly names?: NameIndex | undefined;
  /** Sums of its members; absent if they are many, and in tables of earlier versions. */
  readonly memberSums?: MemberSums | undefined;
}

/** Dimension of a table: a member code per entry, and the members. */
export interface DimensionColumn {
  readonly dimension: Dimension;
  readonly codes: CodeColumn;
  /** Locations of the members' values, one column per attribute. */
  readonly columns: readonly ValueColumn[];
  /** The same columns, opened for reading. */
  readonly attributes: readonly Values[];
  /** Code of the member that means "no value"; -1 if there is none. */
  readonly missing: number;
  /** Order of the members by each attribute, built on first use. */
  readonly ranks: RankCache;
  readonly pickMembers: PickMembers;
  /** Stored term index; `null` for dimensions with few members, whose terms are collected on first use. */
  readonly words: TermColumn | null;
  /** Column with the codes and posting lists; absent if this is it. */
  readonly base?: DimensionColumn;
  /** Members of a derived dimension: then codes and values are by members of another one, and `columns` is empty. */
  readonly derived?: DerivedDimension;
  /** Attributes that are computed from members and not stored, by position. */
  readonly computed?: ReadonlyMap<number, DerivedMembers>;
}

/**
 * Members of a derived dimension. It has no codes of its own: those of the dimension that it is derived from stand for
 * its members, several for one.
 *
 *     codes of entries    0 │ 2 │ 1 │ 2 │ …     the column of the dimension that is stored
 *     targets             1 │ 0 │ –             for each code the number of the derived member, or none
 *     members             revenue │ expenditure
 */
export interface DerivedMembers {
  /** Number of the derived member for each code of the base, or `NO_TARGET`. Computed on first use. */
  readonly targets: () => Uint32Array;
  /** Values of the derived members, one item for each attribute. Computed on first use. */
  readonly values: () => readonly Values[];
  /** Bytes that they take now. */
  readonly bytes: () => number;
}

export interface DerivedDimension extends DerivedMembers {
  /** Return a member by its number. */
  readonly memberAt: (target: number) => Member;
}

/**
 * Exact amounts × 10^`scale`. An amount is Σ limbs[j] × 2^(j × `limbBits`), and every limb has the amount's sign. There is
 * one limb if 64 bits can hold the sum of all absolute values; otherwise there are several.
 */
export interface MeasureColumn {
  readonly scale: number;
  readonly limbs: readonly AmountValues[];
  readonly limbBits: number;
}

/** Source of each entry: a code per entry, or one source for all. */
export interface SourceColumn {
  readonly codes: CodeColumn | null;
  /** Source ids by code. */
  readonly sources: readonly number[];
}

/** Input of an aggregation: entries, or cells that sum up entries. */
export interface CellTable extends Pick<ColumnarTable, "segments" | "memories" | "dimensions" | "measures"> {
  /** Number of entries that each row sums up; 1 per row if absent. */
  readonly entries?: AmountValues;
}
