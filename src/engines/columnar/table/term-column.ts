import type { ColumnMemory } from "../../kernel/memory/column-memory.js";
import { roundUp } from "../../kernel/memory/cube-memory.js";
import type { PlannedPlace } from "./planned-values.js";
import { bufferOf } from "./text-views.js";

/** Location and size of a dimension's term index. */
export interface TermColumn extends PlannedPlace {
  /** Number of values: one per attribute and member. */
  readonly values: number;
  /** Number of distinct terms. */
  readonly words: number;
  /** Total bytes of the terms. */
  readonly bytes: number;
  /** Number of pairs of a value and a distinct term in it. */
  readonly found: number;
}

/**
 * Term index: terms in the order of their bytes and the values that contain each. Each part begins at a multiple of 64:
 *
 *     offsets   u32 │ u32 │ …       term t is bytes[offsets[t] … offsets[t + 1]]
 *     firsts    u32 │ u32 │ …       term t is in the values found[firsts[t] … firsts[t + 1]], ascending
 *     found     u32 │ u32 │ …
 *     lengths   u8 per value        number of its tokens, at most 255
 *     bytes     term 0│term 1│…     UTF-8
 */
export interface TermViews {
  readonly offsets: Uint32Array<SharedArrayBuffer>;
  readonly firsts: Uint32Array<SharedArrayBuffer>;
  readonly found: Uint32Array<SharedArrayBuffer>;
  readonly lengths: Uint8Array<SharedArrayBuffer>;
  readonly bytes: Buffer<SharedArrayBuffer>;
}

/** Size of a term index, without its location. */
export type TermCounts = Omit<TermColumn, keyof PlannedPlace>;

/** Return the bytes of a term index. */
export function layTerms(counts: TermCounts): number {
  return partsOf(counts).total;
}

/** View a term index in its memory; nothing is copied. */
export function viewTerms(memory: ColumnMemory, column: TermColumn): TermViews {
  const { pointer, values, words, bytes, found } = column;
  const parts = partsOf(column);
  return {
    offsets: memory.u32(pointer, words + 1),
    firsts: memory.u32(pointer + parts.firsts, words + 1),
    found: memory.u32(pointer + parts.found, found),
    lengths: memory.u8(pointer + parts.lengths, values),
    bytes: bufferOf(memory.u8(pointer + parts.bytes, bytes)),
  };
}

function partsOf({ values, words, bytes, found }: TermCounts) {
  const firsts = roundUp((words + 1) * 4);
  const foundAt = firsts + roundUp((words + 1) * 4);
  const lengths = foundAt + roundUp(found * 4);
  const bytesAt = lengths + roundUp(values);
  return { firsts, found: foundAt, lengths, bytes: bytesAt, total: bytesAt + roundUp(bytes) };
}
