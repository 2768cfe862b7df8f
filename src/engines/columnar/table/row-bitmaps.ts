import type { RowBitmap } from "../../kernel/query/table.js";
import type { ColumnarTable } from "./table.js";

/** List the rows of a bitmap, ascending. */
export function listRows({ words, count }: RowBitmap, { segmentRows }: ColumnarTable): Uint32Array {
  const rows = new Uint32Array(count);
  let at = 0;
  words.forEach((own, segment) => {
    const first = segment * segmentRows;
    for (let place = 0; place < own.length; place++) {
      for (let word = own[place]!; word !== 0; word &= word - 1) {
        rows[at++] = first + place * 32 + 31 - Math.clz32(word & -word);
      }
    }
  });
  return rows;
}

/** List `count` consecutive rows from `first` on. */
export function rowsFrom(first: number, count: number): Uint32Array {
  const rows = new Uint32Array(count);
  for (let at = 0; at < count; at++) rows[at] = first + at;
  return rows;
}

/** Build a bitmap of some rows. The rows may be in any order and may repeat. */
export function markRows(lists: readonly Uint32Array[], { segments, segmentRows }: ColumnarTable): RowBitmap {
  const words = segments.map((segment) => new Uint32Array(Math.ceil(segment.rows / 32)));
  let count = 0;
  for (const rows of lists) {
    for (let at = 0; at < rows.length; at++) {
      const segment = words.length === 1 ? 0 : Math.floor(rows[at]! / segmentRows);
      const own = words[segment]!;
      const row = rows[at]! - segment * segmentRows;
      const bit = 1 << (row & 31);
      const before = own[row >>> 5]!;
      if ((before & bit) !== 0) continue;
      own[row >>> 5] = before | bit;
      count++;
    }
  }
  return { words, count };
}

/** Return a function that is true for the rows of a bitmap. */
export function hasRow({ words }: RowBitmap, { segmentRows }: ColumnarTable): (row: number) => boolean {
  const [only] = words;
  if (words.length === 1) return (row) => (only![row >>> 5]! & (1 << (row & 31))) !== 0;
  return (row) => {
    const segment = Math.floor(row / segmentRows);
    const own = row - segment * segmentRows;
    return (words[segment]![own >>> 5]! & (1 << (own & 31))) !== 0;
  };
}
