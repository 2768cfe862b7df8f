import type { Kernel } from "../../kernel/kernel.js";
import type { CodeCut, Selection } from "../../kernel/query/query.js";
import type { RowBitmap, RowFilter, RowList } from "../../kernel/query/table.js";
import { prunesByBlock } from "./prunes-by-block.js";
import { type ChosenMembers, passMembers } from "./choose-members.js";
import type { IndexedTable } from "./select-members.js";
import type { MemberCondition } from "./split-filters.js";
import type { ColumnarTable } from "../table/table.js";

/** The rows that are left to scan. */
export interface SelectedRows {
  /** `null`: every entry. */
  readonly filter: RowFilter | null;
  /** Cuts that those have to pass as well. */
  readonly cuts: readonly CodeCut[];
}

/**
 * Look up the entries of the cut that leaves fewest, where those are few; passes over codes are left to the kernel.
 * @param chosen the members that meet each cut
 * @param filter the rows that pass all other conditions
 */
export function applyCuts(
  kernel: Kernel,
  indexed: IndexedTable,
  cuts: readonly MemberCondition[],
  chosen: readonly ChosenMembers[],
  filter: RowBitmap | null,
  deadline: number,
): SelectedRows {
  const { table, postingLists } = indexed;
  let shortest: RowList | null = null;
  let looked: ChosenMembers | null = null;
  for (const [at, each] of chosen.entries()) {
    if (prunesByBlock(table, cuts[at]!)) continue;
    const rows = postingLists.list(each.column, each.members);
    if (!rows || (shortest && shortest.count <= rows.length)) continue;
    shortest = { rows, count: rows.length };
    looked = each;
  }
  const passes = chosen.filter((each) => each !== looked).map(({ column, members }) => passMembers(column, members));
  return {
    filter: shortest && filter ? both(kernel, table, shortest, filter, deadline) : (shortest ?? filter),
    cuts: passes,
  };
}

function both(kernel: Kernel, { segments }: ColumnarTable, a: RowFilter, b: RowFilter, deadline: number): RowBitmap {
  const of = [a, b].map((rows): Selection => ({ op: "rows", rows }));
  return kernel.selectRows(segments, { op: "and", of }, deadline);
}

/** The entries that are in all selections; `null` of none: every entry. */
export function combine(
  kernel: Kernel,
  indexed: IndexedTable,
  of: readonly Selection[],
  deadline: number,
): RowBitmap | null {
  const [only] = of;
  if (!only) return null;
  if (of.length === 1 && only.op === "rows" && "words" in only.rows) return only.rows;
  return kernel.selectRows(indexed.table.segments, { op: "and", of }, deadline);
}
