import type { Selection } from "../../kernel/query/query.js";
import { type ChosenMembers, passMembers } from "./choose-members.js";
import type { PostingLists } from "./posting-lists.js";
import { markRows } from "../table/row-bitmaps.js";
import type { ColumnarTable } from "../table/table.js";

/** A table with its posting lists and cut statistics. */
export interface IndexedTable {
  readonly table: ColumnarTable;
  readonly postingLists: PostingLists;
}

/**
 * Select the entries that have any of some members: by lookups if they are few, else by scans of codes.
 * @param chosen members of one or several dimensions
 */
export function selectMembers({ table, postingLists }: IndexedTable, chosen: readonly ChosenMembers[]): Selection {
  const lists: Uint32Array[] = [];
  const of: Selection[] = [];
  for (const { column, members } of chosen) {
    const rows = postingLists.list(column, members);
    if (rows) lists.push(rows);
    else of.push({ op: "cut", cut: passMembers(column, members) });
  }
  if (lists.length > 0) of.unshift({ op: "rows", rows: markRows(lists, table) });
  return of.length === 1 ? of[0]! : { op: "or", of };
}
