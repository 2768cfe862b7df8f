import type { Pointer } from "../../kernel/memory/pointer.js";
import type { CodeColumn } from "../../kernel/query/table.js";
import type { LoadOrder } from "./load-order.js";
import { describeLimb, type LimbHeader } from "./limb-header.js";
import type { PlannedPlace } from "./planned-values.js";
import type { RecordNumbers } from "./record-column.js";
import type { MemberSums } from "../../../core/engine/member-sums.js";
import type { NameIndex } from "../../../core/engine/name-index.js";
import type { FilteredTerms, TermFacts, TermSignature } from "../../../core/engine/term-signature.js";
import type { TermColumn } from "./term-column.js";
import type { ColumnarTable, SourceColumn } from "./table.js";
import type { ValueColumn } from "./values.js";

/** Format of the header; changes when its meaning does. */
export const TABLE_FORMAT = "spendcube columns 4";

/**
 * Header of a serialized table. It contains everything that reading the table requires, except the model and the bytes
 * of the memories. JSON data: pointers are byte offsets in their memories, 64-bit integers are texts.
 */
export interface TableHeader {
  readonly format: typeof TABLE_FORMAT;
  readonly rows: number;
  readonly segments: number;
  readonly segmentRows: number;
  /** Bytes of each memory's contents. */
  readonly lengths: readonly number[];
  readonly ids: readonly Pointer[] | null;
  readonly byId: PlannedPlace;
  readonly sources: SourceColumn;
  readonly records: RecordNumbers | null;
  readonly order: LoadOrder | null;
  readonly dimensions: readonly DimensionHeader[];
  readonly measures: readonly MeasureHeader[];
  /**
   * Facts about the words of all members: shared between threads, and as bytes on disk, where they are little-endian.
   * Earlier versions of the program, which know no filters, take them for those of all dimensions.
   */
  readonly signature?: TermFacts | undefined;
  /** The same where other dimensions have filtered words. */
  readonly filtered?: FilteredSignature | undefined;
  /** Names of members, in the same way. */
  readonly names?: NameIndex | undefined;
  /** Sums of members, in the same way. */
  readonly memberSums?: MemberSums | undefined;
}

export interface FilteredSignature extends FilteredTerms {
  readonly terms: TermFacts;
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

/** Return a table's header, for `readTableHeader`. It describes the `contents` of the table's memories. */
export function describeTable(table: ColumnarTable): TableHeader {
  const { model, rows, segments, segmentRows, memories, ids, byId, sources, records, order } = table;
  return {
    format: TABLE_FORMAT,
    rows,
    segments: segments.length,
    segmentRows,
    lengths: memories.map(({ contents }) => contents.length),
    ids,
    byId,
    sources,
    records,
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
    ...describeSignature(table.signature),
    ...(table.names && { names: table.names }),
    ...(table.memberSums && { memberSums: table.memberSums }),
  };
}

function describeSignature(signature: TermSignature | undefined): Pick<TableHeader, "signature" | "filtered"> {
  if (!signature) return {};
  const { terms, filtered } = signature;
  return filtered ? { filtered: { terms, ...filtered } } : { signature: terms };
}

/** Return the signature of a table, by its header. */
export function signatureIn({
  signature,
  filtered,
}: Pick<TableHeader, "signature" | "filtered">): TermSignature | undefined {
  if (!filtered) return signature && { terms: signature, filtered: null };
  const { terms, dimensions, filter } = filtered;
  return { terms, filtered: { dimensions, filter } };
}
