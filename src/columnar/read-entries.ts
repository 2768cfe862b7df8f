import type { EntriesResult } from "../engine/engine.js";
import type { Kernel } from "../kernel/kernel.js";
import type { EntriesQuery } from "../query/entries.js";
import { pageOfRows, rowsAt } from "./clusters/rows-at.js";
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
  const count = selected?.count ?? table.rows;
  const length = Math.max(0, Math.min(limit, count - first));
  const rows = selected ? pageOfRows(table, selected, first, length) : rowsAt(table, first, length);
  return { entries: readRows(table, rows), count };
}
