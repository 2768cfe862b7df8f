import type { CodeCut, Selection } from "../../kernel/query.js";
import type { IndexedTable } from "../select-members.js";

/** Entries are not put together by dimensions of more members; there are fewer days than that in a century and a half. */
const MOST_MEMBERS = 2 ** 16;

/**
 * Take notice of cuts that every entry has to pass and that are found by passes over all of them, which is what clusters
 * make shorter. Cost: a look at each member of the dimensions that are cut.
 */
export function noteCuts({ table, askedCuts }: IndexedTable, cuts: readonly CodeCut[]): void {
  for (const { column, pass } of cuts) {
    if (column.size > MOST_MEMBERS) continue;
    const cut = table.dimensions.find(({ codes }) => codes === column);
    if (cut) askedCuts.note(cut.dimension.name, countPassing(pass) / column.size);
  }
}

/** The same for selections that are intersected, unless one of them was looked up: then not all is passed over. */
export function noteSelections(indexed: IndexedTable, of: readonly Selection[]): void {
  const required = of.flatMap(intersected);
  if (required.some(({ op }) => op === "rows")) return;
  noteCuts(
    indexed,
    required.flatMap((each) => (each.op === "cut" && "pass" in each.cut ? [each.cut] : [])),
  );
}

function intersected(selection: Selection): readonly Selection[] {
  return selection.op === "and" ? selection.of.flatMap(intersected) : [selection];
}

function countPassing(pass: Uint8Array): number {
  let count = 0;
  for (let code = 0; code < pass.length; code++) count += pass[code]!;
  return count;
}
