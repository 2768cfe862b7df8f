import type { CodeColumn } from "../../kernel/query/table.js";
import { binarySearch } from "../base/binary-search.js";
import type { ColumnarTable } from "./table.js";

/**
 * Read the codes of some rows, which must be ascending.
 * Each width has its own loop: a shared loop would be several times slower.
 */
export function readCodes(
  { segments, segmentRows }: ColumnarTable,
  { pointers, width }: CodeColumn,
  rows: Uint32Array,
): Uint32Array {
  const codes = new Uint32Array(rows.length);
  let from = 0;
  for (const [segment, { memory, rows: length }] of segments.entries()) {
    const first = segment * segmentRows;
    const to = segments.length === 1 ? rows.length : binarySearch(rows.length, (at) => rows[at]! >= first + length);
    const pointer = pointers[segment]!;
    if (width === 1) read8(memory.u8(pointer, length), first, rows, from, to, codes);
    else if (width === 2) read16(memory.u16(pointer, length), first, rows, from, to, codes);
    else read32(memory.u32(pointer, length), first, rows, from, to, codes);
    from = to;
  }
  return codes;
}

type Read<Column> = (
  column: Column,
  first: number,
  rows: Uint32Array,
  from: number,
  to: number,
  codes: Uint32Array,
) => void;

const read8: Read<Uint8Array> = (column, first, rows, from, to, codes) => {
  for (let at = from; at < to; at++) codes[at] = column[rows[at]! - first]!;
};

const read16: Read<Uint16Array> = (column, first, rows, from, to, codes) => {
  for (let at = from; at < to; at++) codes[at] = column[rows[at]! - first]!;
};

const read32: Read<Uint32Array> = (column, first, rows, from, to, codes) => {
  for (let at = from; at < to; at++) codes[at] = column[rows[at]! - first]!;
};
