import type { EntriesResult } from "../engine/engine.js";
import type { Kernel } from "../kernel/kernel.js";
import type { RowBitmap } from "../kernel/table.js";
import type { EntriesQuery } from "../query/entries.js";
import { combine } from "./narrow.js";
import { readRows } from "./read-rows.js";
import { cutMembers, type IndexedTable, selectMembers } from "./select-members.js";

/** Select rows, and read one page of them. */
export function readEntries(
  kernel: Kernel,
  indexed: IndexedTable,
  { cuts, first, limit }: EntriesQuery,
  deadline: number,
): EntriesResult {
  const { table } = indexed;
  const of = cuts.map((cut) => selectMembers(indexed, [cutMembers(table, cut)]));
  const selected = combine(kernel, indexed, of, deadline);
  if (!selected) {
    const length = Math.max(0, Math.min(limit, table.rows - first));
    const rows = Array.from({ length }, (_, at) => first + at);
    return { entries: readRows(table, rows), count: table.rows };
  }
  const rows = pageOf(selected, table.segmentRows, first, limit);
  return { entries: readRows(table, rows), count: selected.count };
}

/** The rows at the positions `first` … `first + limit - 1` of a bitmap. */
function pageOf({ words }: RowBitmap, segmentRows: number, first: number, limit: number): readonly number[] {
  const rows: number[] = [];
  let position = 0;
  for (const [segment, own] of words.entries()) {
    for (let at = 0; at < own.length; at++) {
      for (let word = own[at]!; word !== 0; word &= word - 1) {
        if (rows.length >= limit) return rows;
        // The lowest bit that is set.
        const bit = 31 - Math.clz32(word & -word);
        if (position++ >= first) rows.push(segment * segmentRows + at * 32 + bit);
      }
    }
  }
  return rows;
}
