import type { AnswerTrace } from "../../../core/engine/explain.js";
import type { Visit } from "../../kernel/query/query.js";
import type { Model } from "../../../core/model/cube.js";
import type { SelectedRows } from "../select/apply-cuts.js";
import type { ChosenMembers } from "../select/choose-members.js";
import type { IndexedTable } from "../select/select-members.js";
import type { CellTable } from "../table/table.js";
import type { Rollup } from "./rollup.js";
import type { Rollups } from "./rollups.js";
import { nameParts, type GroupingSet } from "./grouping-set.js";

/** Rollups of at most this many rows are always read: that takes no noticeable time. */
const SMALL_ROLLUP = 2 ** 16;
/** Rows that are scanned in the time of one row's lookup. */
const LOOKUP_COST = 4;

/** The table that a query reads. */
export interface ChosenTable {
  /** `null`: the query needs more of an entry than its members. */
  readonly grouping: GroupingSet | null;
  /** `null`: the query reads the entries. */
  readonly rollup: Rollup | null;
  readonly table: CellTable;
  readonly rows: number;
  readonly narrowed: SelectedRows;
}

interface TableWithRollups extends Pick<IndexedTable, "postingLists"> {
  readonly rollups: Rollups;
}

/**
 * Find the rollup that answers a query fastest; `null` if the entries do. If cuts leave few entries, looking these up
 * costs less than reading a large rollup.
 * @param choose returns the members that meet each cut
 */
export function findRollup(
  { postingLists, rollups }: TableWithRollups,
  grouping: GroupingSet,
  choose: () => readonly ChosenMembers[],
): Rollup | null {
  const rollup = rollups.find(grouping);
  if (!rollup || rollup.rows <= SMALL_ROLLUP) return rollup;
  const hasFewerEntries = choose().some(({ column, members }) => {
    const count = postingLists.numListed(column, members);
    return count !== null && count * LOOKUP_COST < rollup.rows;
  });
  return hasFewerEntries ? null : rollup;
}

/** Count the rows that a query has visited. */
export function countVisited(rows: number, { filter }: SelectedRows, { blocks, skipped }: Visit): number {
  return filter?.count ?? Math.ceil(rows * (1 - skipped / Math.max(1, blocks)));
}

/** Describe the table that a query read. */
export function describeAnsweringTable(model: Model, rollup: Rollup | null): Pick<AnswerTrace, "table" | "dimensions"> {
  return rollup
    ? { table: "rollup", dimensions: nameParts(model, rollup.grouping) }
    : { table: "entries", dimensions: null };
}
