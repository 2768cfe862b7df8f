import { type CubeMemory, roundUp } from "../../kernel/memory/cube-memory.js";
import type { PlannedPlace } from "./planned-values.js";

/** Where the words of a dimension's members lie, and how many they are: all that must be known to read them. */
export interface TermColumn extends PlannedPlace {
  /** Number of values: one for each attribute of each member. */
  readonly values: number;
  readonly words: number;
  /** Bytes of all words together. */
  readonly bytes: number;
  /** Number of all words of all values, each counted once for a value. */
  readonly found: number;
}

/**
 * Words in the order of their bytes and, for each, the values that have it; each part begins at a multiple of 64:
 *
 *     offsets   u32 │ u32 │ …       word w is bytes[offsets[w] … offsets[w + 1]]
 *     firsts    u32 │ u32 │ …       it is in the values found[firsts[w] … firsts[w + 1]], ascending
 *     found     u32 │ u32 │ …
 *     lengths   u8 per value        its number of tokens, at most 255
 *     bytes     word 0│word 1│…     UTF-8
 */
export interface WordViews {
  readonly offsets: Uint32Array<SharedArrayBuffer>;
  readonly firsts: Uint32Array<SharedArrayBuffer>;
  readonly found: Uint32Array<SharedArrayBuffer>;
  readonly lengths: Uint8Array<SharedArrayBuffer>;
  readonly bytes: Buffer<SharedArrayBuffer>;
}

export type WordCounts = Omit<TermColumn, keyof PlannedPlace>;

/** Bytes that a column takes. */
export function layWords(counts: WordCounts): number {
  return partsOf(counts).total;
}

export function viewWords(memory: CubeMemory, column: TermColumn): WordViews {
  const { pointer, values, words, bytes, found } = column;
  const parts = partsOf(column);
  return {
    offsets: memory.u32(pointer, words + 1),
    firsts: memory.u32(pointer + parts.firsts, words + 1),
    found: memory.u32(pointer + parts.found, found),
    lengths: memory.u8(pointer + parts.lengths, values),
    bytes: Buffer.from(memory.memory.buffer, pointer + parts.bytes, bytes),
  };
}

function partsOf({ values, words, bytes, found }: WordCounts) {
  const firsts = roundUp((words + 1) * 4);
  const foundAt = firsts + roundUp((words + 1) * 4);
  const lengths = foundAt + roundUp(found * 4);
  const bytesAt = lengths + roundUp(values);
  return { firsts, found: foundAt, lengths, bytes: bytesAt, total: bytesAt + roundUp(bytes) };
}
