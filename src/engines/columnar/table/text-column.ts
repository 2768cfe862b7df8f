import { roundUp } from "../../kernel/memory/cube-memory.js";
import type { Pointer } from "../../kernel/memory/pointer.js";
import { slotsFor } from "../base/hash-slots.js";
import { bitmapBytes } from "../base/validity.js";

/** Location and size of the texts of one attribute. */
export interface TextValueColumn {
  readonly type: "text";
  /** Index in the table's memories. */
  readonly memory: number;
  readonly pointer: Pointer;
  /** Number of texts, including missing ones. */
  readonly length: number;
  /** Total bytes of all texts; at most `MAX_TEXT_BYTES`. */
  readonly bytes: number;
  /** Number of missing texts. */
  readonly missing: number;
  /** True if two texts may be equal. */
  readonly repeats: boolean;
}

/** Maximum bytes of a column's texts: Arrow's offsets are signed 32-bit integers. */
export const MAX_TEXT_BYTES = 2 ** 31 - 1;

/** Offsets of the parts of a text column from the column's start, in bytes. */
export interface TextLayout {
  readonly validity: number;
  readonly bytes: number;
  readonly slots: number;
  /** Number of slots. */
  readonly numSlots: number;
  readonly next: number;
  /** Total bytes of the column. */
  readonly total: number;
}

/**
 * Lay out a column of texts: Arrow's Utf8, followed by a hash index of the texts. Each part begins at a multiple of 64:
 *
 *     offsets    i32 │ i32 │ …       text t is bytes[offsets[t] … offsets[t + 1]]
 *     validity   1 bit per text      only if some are missing
 *     bytes      text 0│text 1│…     UTF-8
 *     slots      u32 │ u32 │ …       number of a text + 1, or 0 if free; the text's hash determines the first slot
 *     next       u32 │ u32 │ …       per text the number of the next equal text + 1, or 0; only if texts repeat
 */
export function layTexts(column: Pick<TextValueColumn, "length" | "bytes" | "missing" | "repeats">): TextLayout {
  const { length, bytes, missing, repeats } = column;
  const numSlots = slotsFor(length);
  const validityAt = roundUp((length + 1) * 4);
  const bytesAt = validityAt + (missing > 0 ? roundUp(bitmapBytes(length)) : 0);
  const slotsAt = bytesAt + roundUp(bytes);
  const nextAt = slotsAt + roundUp(numSlots * 4);
  const total = nextAt + (repeats ? roundUp(length * 4) : 0);
  return { validity: validityAt, bytes: bytesAt, slots: slotsAt, numSlots, next: nextAt, total };
}
