import type { CutStatistics } from "../clustering/cut-statistics.js";
import type { CodeCut, Selection } from "../../kernel/query/query.js";
import type { Cut } from "../../query/aggregate.js";
import type { PostingLists } from "./posting-lists.js";
import { markRows } from "../table/row-bitmaps.js";
import type { ColumnarTable, DimensionColumn } from "../table/table.js";

/** A table, which entries its members have, and what is asked of it. */
export interface IndexedTable {
  readonly table: ColumnarTable;
  readonly postingLists: PostingLists;
  readonly cutStatistics: CutStatistics;
}

/** Some members of a dimension, none of them twice. */
export interface ChosenMembers {
  readonly column: DimensionColumn;
  readonly members: Uint32Array;
}

/**
 * The entries that have any of some members: looked up where they are few, else by passes over codes.
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

/** The members that pass a cut. */
export function cutMembers(
  table: Pick<ColumnarTable, "dimensions">,
  { dimension, attribute, values }: Cut,
): ChosenMembers {
  const column = table.dimensions[dimension.index]!;
  const own = column.attributes[attribute.index]!;
  const [only] = values;
  const members = values.length === 1 ? own.find(only!) : [...new Set(values.flatMap((value) => own.find(value)))];
  return { column, members: Uint32Array.from(members) };
}

/** Keep the entries that have one of some members. */
export function passMembers({ codes }: DimensionColumn, members: Uint32Array): CodeCut {
  const pass = new Uint8Array(codes.size);
  for (let at = 0; at < members.length; at++) pass[members[at]!] = 1;
  return { column: codes, pass };
}
