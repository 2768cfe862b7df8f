import type { Kernel } from "../kernel/kernel.js";
import type { CodeCut, Selection } from "../kernel/query.js";
import type { RowBitmap } from "../kernel/table.js";
import type { Cut } from "../query/aggregate.js";
import { cutMembers, type IndexedTable, selectMembers } from "./select-members.js";

/** What is left to be looked through. */
export interface Narrowed {
  /** `null`: every entry. */
  readonly filter: RowBitmap | null;
  /** What those have to pass beside. */
  readonly cuts: readonly CodeCut[];
}

/** Look up the entries of cuts that leave few; passes over codes are left to the kernel. */
export function narrow(
  kernel: Kernel,
  indexed: IndexedTable,
  cuts: readonly Cut[],
  filter: RowBitmap | null,
  deadline: number,
): Narrowed {
  const rows: Selection[] = filter ? [{ op: "rows", rows: filter }] : [];
  const passes: CodeCut[] = [];
  for (const cut of cuts) {
    const selection = selectMembers(indexed, [cutMembers(indexed.table, cut)]);
    if (selection.op === "cut" && "pass" in selection.cut) passes.push(selection.cut);
    else rows.push(selection);
  }
  return { filter: combine(kernel, indexed, rows, deadline), cuts: passes };
}

/** The entries that are in all selections; `null` of none: every entry. */
export function combine(
  kernel: Kernel,
  { table }: IndexedTable,
  of: readonly Selection[],
  deadline: number,
): RowBitmap | null {
  const [only] = of;
  if (!only) return null;
  if (of.length === 1 && only.op === "rows") return only.rows;
  return kernel.selectRows(table.segments, { op: "and", of }, deadline);
}
