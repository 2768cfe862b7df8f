import type { CodeCut, Selection } from "../../kernel/query/query.js";
import type { IndexedTable } from "./select-members.js";
import type { DimensionColumn } from "../table/table.js";
import { groupAttribute } from "../table/group-attribute.js";

/** Entries are not put together by dimensions of more members; there are fewer days than that in a century and a half. */
const MOST_MEMBERS = 2 ** 16;

/**
 * Take notice of cuts that every entry has to pass and that are found by passes over all of them, which is what clusters
 * make shorter. Cost: a look at each member of the dimensions that are cut.
 */
export function recordCuts({ table, cutStatistics }: IndexedTable, cuts: readonly CodeCut[]): void {
  for (const { column, pass } of cuts) {
    if (column.size > MOST_MEMBERS) continue;
    const cut = table.dimensions.find(({ codes }) => codes === column);
    const passed = cut ? sharePassing(cut, pass) : 0;
    // Where nothing passes all blocks are left out in whatever order.
    if (cut && passed > 0) cutStatistics.note(cut.dimension.name, passed);
  }
}

/** The same for selections that are intersected, unless one of them was looked up: then not all is passed over. */
export function recordSelections(indexed: IndexedTable, of: readonly Selection[]): void {
  const required = of.flatMap(intersected);
  if (required.some(({ op }) => op === "rows")) return;
  recordCuts(
    indexed,
    required.flatMap((each) => (each.op === "cut" && "pass" in each.cut ? [each.cut] : [])),
  );
}

function intersected(selection: Selection): readonly Selection[] {
  return selection.op === "and" ? selection.of.flatMap(intersected) : [selection];
}

/** Of the groups that entries are put together by: a month of every year leaves nothing out. */
function sharePassing({ dimension, ranks }: DimensionColumn, pass: Uint8Array): number {
  const attribute = groupAttribute(dimension);
  if (!attribute) return sum(pass) / pass.length;
  const { rankOf, memberAt } = ranks.of(attribute.index);
  const groups = new Uint8Array(memberAt.length);
  for (let member = 0; member < rankOf.length; member++) groups[rankOf[member]!]! |= pass[member]!;
  return sum(groups) / groups.length;
}

function sum(marks: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < marks.length; at++) count += marks[at]!;
  return count;
}
