import { isValid, type Validity } from "../base/validity.js";

/** Texts side by side as UTF-8: text `i` is in the bytes from `offsets[i]` to `offsets[i + 1]`. */
export interface SortableTexts {
  readonly offsets: Int32Array | Uint32Array;
  readonly bytes: Uint8Array;
  readonly validity: Validity;
}

/** Groups up to this size are sorted by insertion. */
const FEW = 8;

/**
 * Texts in the order of their code points, which is that of their UTF-8 bytes; equal texts in any order, missing ones
 * last.
 *
 * Four bytes at a time: a group of texts that are equal so far is sorted by its next four, as one 64-bit integer for
 * each text, which the engine sorts without calling back; those that are equal again make groups.
 */
export function sortTexts({ offsets, bytes, validity }: SortableTexts): Uint32Array {
  const length = offsets.length - 1;
  const order = new Uint32Array(length);
  let valid = 0;
  for (let text = 0; text < length; text++) if (isValid(validity, text)) order[valid++] = text;
  for (let text = 0, at = valid; text < length; text++) if (!isValid(validity, text)) order[at++] = text;

  const keys = new BigUint64Array(valid);
  const halves = new Uint32Array(keys.buffer);
  /** First, end and depth of groups that are still to be sorted. */
  const groups: number[] = [0, valid, 0];
  while (groups.length > 0) {
    const given = groups.pop()!;
    const end = groups.pop()!;
    const first = groups.pop()!;
    if (end - first <= FEW) {
      insert(first, end, given);
      continue;
    }
    const depth = commonDepth(first, end, given);
    for (let at = first; at < end; at++) {
      halves[at * 2] = order[at]!;
      halves[at * 2 + 1] = wordAt(order[at]!, depth);
    }
    keys.subarray(first, end).sort();
    for (let at = first; at < end; at++) order[at] = halves[at * 2]!;
    for (let from = first; from < end;) {
      let to = from + 1;
      while (to < end && halves[to * 2 + 1] === halves[from * 2 + 1]) to++;
      if (to - from > 1) {
        const longer = putEndedFirst(from, to, depth + 4);
        if (to - longer > 1) groups.push(longer, to, depth + 4);
      }
      from = to;
    }
  }
  return order;

  /** Four bytes of a text as a big-endian integer, zeros behind its end. */
  function wordAt(text: number, depth: number): number {
    const at = offsets[text]! + depth;
    const left = offsets[text + 1]! - at;
    if (left >= 4) return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
    if (left <= 0) return 0;
    return (bytes[at]! << 24) | (left > 1 ? bytes[at + 1]! << 16 : 0) | (left > 2 ? bytes[at + 2]! << 8 : 0);
  }

  /** Of texts with one word, those that end in it are the lesser, the shorter the less: the others have a zero there. */
  function putEndedFirst(first: number, end: number, depth: number): number {
    let ended = first;
    for (let at = first; at < end; at++) {
      const text = order[at]!;
      if (sizeOf(text) > depth) continue;
      order[at] = order[ended]!;
      order[ended++] = text;
    }
    if (ended - first > 1) order.subarray(first, ended).sort((a, b) => sizeOf(a) - sizeOf(b));
    return ended;
  }

  /** How many bytes all texts of a group have in common, from what is known on. */
  function commonDepth(first: number, end: number, known: number): number {
    const start = offsets[order[first]!]!;
    let common = sizeOf(order[first]!);
    for (let at = first + 1; at < end && common > known; at++) {
      const text = order[at]!;
      const most = Math.min(common, sizeOf(text));
      const from = offsets[text]!;
      let depth = known;
      while (depth < most && bytes[from + depth] === bytes[start + depth]) depth++;
      common = depth;
    }
    return common;
  }

  function insert(first: number, end: number, depth: number): void {
    for (let at = first + 1; at < end; at++) {
      const text = order[at]!;
      let to = at;
      while (to > first && isLess(text, order[to - 1]!, depth)) order[to] = order[--to]!;
      order[to] = text;
    }
  }

  function isLess(a: number, b: number, known: number): boolean {
    const most = Math.min(sizeOf(a), sizeOf(b));
    const aStart = offsets[a]!;
    const bStart = offsets[b]!;
    for (let depth = known; depth < most; depth++) {
      const difference = bytes[aStart + depth]! - bytes[bStart + depth]!;
      if (difference !== 0) return difference < 0;
    }
    return sizeOf(a) < sizeOf(b);
  }

  function sizeOf(text: number): number {
    return offsets[text + 1]! - offsets[text]!;
  }
}
