import type { Pointer } from "../../kernel/memory/pointer.js";
import type { CodeColumn } from "../../kernel/query/table.js";
import type { LoadOrder } from "./load-order.js";
import { describeLimb, type LimbHeader } from "./limb-header.js";
import type { PlannedPlace } from "./planned-values.js";
import type { TermColumn } from "./term-column.js";
import type { ColumnarTable, SourceColumn } from "./table.js";
import type { ValueColumn } from "./values.js";

/** Another one when a header means something else. */
export const TABLE_FORMAT = "spendcube columns 2";
/** Of a table whose entries were loaded in another order than that of their rows. */
export const ORDERED_FORMAT = "spendcube columns 3";

/**
 * All that must be known beside the model and the bytes of a table's memories to read it again. Plain data: pointers
 * are offsets in their memories, 64-bit integers are texts.
 */
export interface TableHeader {
  readonly format: typeof TABLE_FORMAT | typeof ORDERED_FORMAT;
  readonly rows: number;
  readonly segments: number;
  readonly segmentRows: number;
  /** Bytes of each memory's contents. */
  readonly lengths: readonly number[];
  readonly ids: readonly Pointer[];
  readonly slots: PlannedPlace & { readonly length: number };
  readonly sources: SourceColumn;
  readonly order: LoadOrder | null;
  readonly dimensions: readonly DimensionHeader[];
  readonly measures: readonly MeasureHeader[];
}

export interface DimensionHeader {
  readonly name: string;
  readonly codes: CodeColumn;
  readonly columns: readonly ValueColumn[];
  readonly words: TermColumn | null;
}

export interface MeasureHeader {
  readonly name: string;
  readonly scale: number;
  readonly limbBits: number;
  readonly limbs: readonly LimbHeader[];
}

/** What `readHeader` takes; the bytes that go with it are the `contents` of the table's memories. */
export function describeTable(table: ColumnarTable): TableHeader {
  const { model, rows, segments, segmentRows, memories, ids, slots, sources, order } = table;
  return {
    format: order ? ORDERED_FORMAT : TABLE_FORMAT,
    rows,
    segments: segments.length,
    segmentRows,
    lengths: memories.map(({ contents }) => contents.length),
    ids,
    slots,
    sources,
    order,
    dimensions: table.dimensions.map(({ dimension, codes, columns, words }) => ({
      name: dimension.name,
      codes,
      columns,
      words,
    })),
    measures: table.measures.map(({ scale, limbBits, limbs }, at) => ({
      name: model.measures[at]!.name,
      scale,
      limbBits,
      limbs: limbs.map(describeLimb),
    })),
  };
}
