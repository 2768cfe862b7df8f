import type { Kernel } from "../../kernel/kernel.js";
import type { CodeCut, Selection } from "../../kernel/query/query.js";
import type { RowBitmap, RowFilter, RowList } from "../../kernel/query/table.js";
import { type ChosenMembers, passMembers } from "./choose-members.js";
import type { IndexedTable } from "./select-members.js";
import type { MemberCondition } from "./split-filters.js";
import type { ColumnarTable } from "../table/table.js";
import type { Attribute, Dimension } from "../../../core/model/cube.js";
import { groupAttribute } from "../table/group-attribute.js";

/** The attributes of a dimension that a cut tests. */
interface CutAttributes {
  readonly dimension: Dimension;
  readonly attributes: readonly Attribute[];
}

/** Rows that are left to scan. */
export interface SelectedRows {
  /** `null`: every entry. */
  readonly filter: RowFilter | null;
  /** Cuts that these rows must also pass. */
  readonly cuts: readonly CodeCut[];
}

/**
 * Look up the entries of the cut that leaves the fewest, if these are few; the kernel scans codes for the other cuts.
 * @param chosen members that meet each cut
 * @param filter rows that pass all other conditions
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

/** Select the entries that are in all selections; `null`: every entry, as there is no selection. */
export function intersectSelections(
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

/**
 * True if a cut selects whole groups of the clustering key, such as years: blocks without these are skipped, and a lookup
 * of each entry in the others would cost more than a scan.
 */
function prunesByBlock({ order }: ColumnarTable, { dimension, attributes }: CutAttributes): boolean {
  return (
    order?.keys?.includes(dimension.index) === true &&
    attributes.length === 1 &&
    groupAttribute(dimension) === attributes[0]
  );
}
