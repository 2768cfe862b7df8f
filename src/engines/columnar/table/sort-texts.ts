import { sortPairs } from "../base/sort-pairs.js";
import { isValid, type Validity } from "../base/validity.js";

/** Texts in UTF-8, one after the other: text `i` is the bytes from `offsets[i]` to `offsets[i + 1]`, exclusive. */
export interface SortableTexts {
  readonly offsets: Int32Array | Uint32Array;
  readonly bytes: Uint8Array;
  readonly validity: Validity;
}

/** Texts between two checks. */
const STRIDE = 2 ** 13;
/** Groups up to this size are sorted by insertion. */
const FEW = 8;

/**
 * Sort texts by code point, which is the order of their UTF-8 bytes. Equal texts are in any order, missing texts last.
 *
 * The sort compares four bytes at a time. It begins with one group of all texts and sorts a group by the next four bytes;
 * texts that are still equal form new groups. Each text is one 64-bit integer of these four bytes and its number, because
 * JavaScript engines sort integers without a comparison callback.
 * @param check called at intervals; throws to abort
 */
export function sortTexts(texts: SortableTexts, check: () => void = () => {}): Uint32Array {
  const { offsets, validity } = texts;
  const length = offsets.length - 1;
  const order = new Uint32Array(length);
  let valid = 0;
  for (let text = 0; text < length; text++) if (isValid(validity, text)) order[valid++] = text;
  for (let text = 0, at = valid; text < length; text++) if (!isValid(validity, text)) order[at++] = text;

  const keys = new BigUint64Array(valid);
  const halves = new Uint32Array(keys.buffer);
  /** First, end and depth of each group that is not sorted yet. */
  const groups: number[] = [0, valid, 0];
  let steps = 0;
  while (groups.length > 0) {
    const known = groups.pop()!;
    const end = groups.pop()!;
    const first = groups.pop()!;
    if ((steps += end - first) >= STRIDE) {
      check();
      steps = 0;
    }
    if (end - first <= FEW) {
      insert(texts, order, first, end, known);
      continue;
    }
    const depth = commonDepth(texts, order, first, end, known);
    for (let at = first; at < end; at++) {
      halves[at * 2] = order[at]!;
      halves[at * 2 + 1] = wordAt(texts, order[at]!, depth);
    }
    sortPairs(keys.subarray(first, end), check);
    for (let at = first; at < end; at++) order[at] = halves[at * 2]!;
    for (let from = first; from < end;) {
      let to = from + 1;
      while (to < end && halves[to * 2 + 1] === halves[from * 2 + 1]) to++;
      if (to - from > 1) {
        const longer = putEndedFirst(texts, order, from, to, depth + 4);
        if (to - longer > 1) groups.push(longer, to, depth + 4);
      }
      from = to;
    }
  }
  return order;
}

/** Return four bytes of a text as a big-endian integer, with zeros after the text's end. */
function wordAt({ offsets, bytes }: SortableTexts, text: number, depth: number): number {
  const at = offsets[text]! + depth;
  const left = offsets[text + 1]! - at;
  if (left >= 4) return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
  if (left <= 0) return 0;
  return (bytes[at]! << 24) | (left > 1 ? bytes[at + 1]! << 16 : 0) | (left > 2 ? bytes[at + 2]! << 8 : 0);
}

/**
 * Move texts of at most `depth` bytes to the front of their group, shorter texts first, and return their end.
 * The texts of a group have the same four bytes, so where one text has ended, the others have zero bytes.
 */
function putEndedFirst(
  { offsets }: SortableTexts,
  order: Uint32Array,
  first: number,
  end: number,
  depth: number,
): number {
  let ended = first;
  for (let at = first; at < end; at++) {
    const text = order[at]!;
    if (sizeOf(offsets, text) > depth) continue;
    order[at] = order[ended]!;
    order[ended++] = text;
  }
  if (ended - first > 1) order.subarray(first, ended).sort((a, b) => sizeOf(offsets, a) - sizeOf(offsets, b));
  return ended;
}

/** Return the number of leading bytes that all texts of a group share. At least `known` bytes are equal. */
function commonDepth(
  { offsets, bytes }: SortableTexts,
  order: Uint32Array,
  first: number,
  end: number,
  known: number,
): number {
  const start = offsets[order[first]!]!;
  let common = sizeOf(offsets, order[first]!);
  for (let at = first + 1; at < end && common > known; at++) {
    const text = order[at]!;
    const maxDepth = Math.min(common, sizeOf(offsets, text));
    const from = offsets[text]!;
    let depth = known;
    while (depth < maxDepth && bytes[from + depth] === bytes[start + depth]) depth++;
    common = depth;
  }
  return common;
}

/** Sort a group by insertion. Its texts are equal up to `depth`. */
function insert(texts: SortableTexts, order: Uint32Array, first: number, end: number, depth: number): void {
  for (let at = first + 1; at < end; at++) {
    const text = order[at]!;
    let to = at;
    while (to > first && isLess(texts, text, order[to - 1]!, depth)) order[to] = order[--to]!;
    order[to] = text;
  }
}

function isLess({ offsets, bytes }: SortableTexts, a: number, b: number, known: number): boolean {
  const maxDepth = Math.min(sizeOf(offsets, a), sizeOf(offsets, b));
  const aStart = offsets[a]!;
  const bStart = offsets[b]!;
  for (let depth = known; depth < maxDepth; depth++) {
    const difference = bytes[aStart + depth]! - bytes[bStart + depth]!;
    if (difference !== 0) return difference < 0;
  }
  return sizeOf(offsets, a) < sizeOf(offsets, b);
}

function sizeOf(offsets: SortableTexts["offsets"], text: number): number {
  return offsets[text + 1]! - offsets[text]!;
}
