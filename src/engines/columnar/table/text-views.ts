import type { ColumnMemory } from "../../kernel/memory/column-memory.js";
import { equalBytes, hashBytes } from "../base/hash-bytes.js";
import { firstSlot, nextSlot } from "../base/hash-slots.js";
import { layTexts, type TextValueColumn } from "./text-column.js";
import { bitmapBytes, isValid, type Validity } from "../base/validity.js";

/** Views of the parts of a column of texts, without a copy. See `layTexts`. */
export interface TextViews {
  readonly offsets: Int32Array<SharedArrayBuffer>;
  readonly validity: Validity;
  readonly bytes: Buffer<SharedArrayBuffer>;
  readonly slots: Uint32Array<SharedArrayBuffer>;
  readonly next: Uint32Array<SharedArrayBuffer> | null;
}

/** View a column of texts in its memory. */
export function viewTexts(memory: ColumnMemory, column: TextValueColumn): TextViews {
  return new ViewedTexts(memory, column);
}

/** Views of texts; those of the hash index are made when a text is first looked up. */
class ViewedTexts implements TextViews {
  readonly offsets: TextViews["offsets"];
  readonly validity: Validity;
  readonly bytes: TextViews["bytes"];
  readonly #memory: ColumnMemory;
  readonly #column: TextValueColumn;
  #slots: TextViews["slots"] | undefined;
  #next: TextViews["next"] | undefined;

  constructor(memory: ColumnMemory, column: TextValueColumn) {
    const { pointer, length, missing } = column;
    const layout = layTexts(column);
    this.offsets = memory.i32(pointer, length + 1);
    this.validity = missing > 0 ? memory.u8(pointer + layout.validity, bitmapBytes(length)) : null;
    this.bytes = bufferOf(memory.u8(pointer + layout.bytes, column.bytes));
    this.#memory = memory;
    this.#column = column;
  }

  get slots(): TextViews["slots"] {
    const { pointer } = this.#column;
    const { slots, numSlots } = layTexts(this.#column);
    return (this.#slots ??= this.#memory.u32(pointer + slots, numSlots));
  }

  get next(): TextViews["next"] {
    if (this.#next === undefined) {
      const { pointer, length, repeats } = this.#column;
      this.#next = repeats ? this.#memory.u32(pointer + layTexts(this.#column).next, length) : null;
    }
    return this.#next;
  }
}

/** View bytes as a buffer; nothing is copied. */
export function bufferOf({ buffer, byteOffset, length }: Uint8Array<SharedArrayBuffer>): Buffer<SharedArrayBuffer> {
  return Buffer.from(buffer, byteOffset, length);
}

/** Texts whose slots are fetched together. */
const TOGETHER = 256;

/**
 * Build the hash index of texts that are written already.
 * @param hashOf returns the hash of a text, as `hashBytes` makes it; absent to compute it, in one pass over the bytes
 */
export function indexTexts(texts: TextViews, hashOf?: (text: number) => number): void {
  const { offsets, bytes, slots } = texts;
  const hash = hashOf ?? ((text) => hashBytes(bytes, offsets[text]!, offsets[text + 1]!));
  const length = offsets.length - 1;
  const first = new Uint32Array(TOGETHER);
  const seen = new Uint32Array(TOGETHER);
  for (let text = 0; text < length; text += TOGETHER) {
    const count = Math.min(TOGETHER, length - text);
    for (let at = 0; at < count; at++) first[at] = firstSlot(hash(text + at), slots.length);
    const some = first.subarray(0, count);
    // The processor fetches the slots at the same time, while entering would wait for them one after the other.
    for (let at = 0; at < count; at++) seen[at] = slots[some[at]!]!;
    indexSome(texts, text, some);
  }
}

/** Enter successive texts. @param first for each the slot where its lookup begins */
function indexSome({ offsets, validity, bytes, slots, next }: TextViews, from: number, first: Uint32Array): void {
  for (let at = 0; at < first.length; at++) {
    const text = from + at;
    if (!isValid(validity, text)) continue;
    const start = offsets[text]!;
    const end = offsets[text + 1]!;
    let slot = first[at]!;
    for (let taken = slots[slot]!; taken !== 0; taken = slots[slot]!) {
      if (next && isTextAt(offsets, bytes, taken - 1, bytes, start, end)) {
        next[text] = taken;
        break;
      }
      slot = nextSlot(slot, slots.length);
    }
    slots[slot] = text + 1;
  }
}

/** Find all texts that equal `wanted`, in any order. Cost: proportional to the number of matches, not of texts. */
export function findTexts({ offsets, bytes, slots, next }: TextViews, wanted: Uint8Array): number[] {
  const found: number[] = [];
  let slot = firstSlot(hashBytes(wanted, 0, wanted.length), slots.length);
  for (let taken = slots[slot]!; taken !== 0; taken = slots[slot]!) {
    if (isTextAt(offsets, bytes, taken - 1, wanted, 0, wanted.length)) {
      for (let each = taken; each !== 0; each = next ? next[each - 1]! : 0) found.push(each - 1);
      break;
    }
    slot = nextSlot(slot, slots.length);
  }
  return found;
}

function isTextAt(
  offsets: Int32Array,
  bytes: Uint8Array,
  text: number,
  wanted: Uint8Array,
  start: number,
  end: number,
): boolean {
  const from = offsets[text]!;
  return offsets[text + 1]! - from === end - start && equalBytes(bytes, from, wanted, start, end - start);
}
