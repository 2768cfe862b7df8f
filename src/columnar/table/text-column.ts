import { roundUp } from "../../kernel/memory/cube-memory.js";
import type { Pointer } from "../../kernel/memory/pointer.js";
import { slotsFor } from "../base/hash-slots.js";
import { bitmapBytes } from "../base/validity.js";

/** Where the texts of one attribute lie, and how many they are: all that must be known to read them. */
export interface TextValueColumn {
  readonly type: "text";
  /** Position in the table's memories. */
  readonly memory: number;
  readonly pointer: Pointer;
  /** Number of texts, those that are missing included. */
  readonly length: number;
  /** Bytes of all texts together; at most `MOST_TEXT_BYTES`. */
  readonly bytes: number;
  readonly missing: number;
  /** Whether two of them may be equal. */
  readonly repeats: boolean;
}

/** What Arrow's offsets of 32 bits reach. */
export const MOST_TEXT_BYTES = 2 ** 31 - 1;

/** Where the parts of a column of texts begin, counted from its own begin, and what it takes. */
export interface TextLayout {
  readonly validity: number;
  readonly bytes: number;
  readonly slots: number;
  readonly numSlots: number;
  readonly next: number;
  readonly total: number;
}

/**
 * Arrow's Utf8 and, behind it, the way from a text to its members; each part begins at a multiple of 64:
 *
 *     offsets    i32 │ i32 │ …       text t is bytes[offsets[t] … offsets[t + 1]]
 *     validity   1 bit per text      only where some are missing
 *     bytes      text 0│text 1│…     UTF-8
 *     slots      u32 │ u32 │ …       the first of equal texts + 1, or 0; the text's hash chooses where looking begins
 *     next       u32 │ u32 │ …       for each text the next one that is equal + 1, or 0; only where texts repeat
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
