import type { AnswerTrace } from "../../engine/explain.js";
import type { Visit } from "../../kernel/query/query.js";
import type { Model } from "../../model/cube.js";
import type { SelectedRows } from "../select/apply-cuts.js";
import type { ChosenMembers } from "../select/choose-members.js";
import type { IndexedTable } from "../select/select-members.js";
import type { CellTable } from "../table/table.js";
import type { Rollup } from "./rollup.js";
import type { Rollups } from "./rollups.js";
import { nameParts, type GroupingSet } from "./grouping-set.js";

/** A cuboid of so many rows is read in no time. */
const SMALL_CUBOID = 2 ** 16;
/** Rows that are passed over while one is looked up. */
const LOOK_UP_COST = 4;

/** The table that a query reads. */
export interface ChosenTable {
  /** `null`: it asks for more of an entry than its members. */
  readonly grouping: GroupingSet | null;
  /** `null`: the entries are read. */
  readonly rollup: Rollup | null;
  readonly table: CellTable;
  readonly rows: number;
  readonly narrowed: SelectedRows;
}

interface SummedTable extends Pick<IndexedTable, "postingLists"> {
  readonly rollups: Rollups;
}

/**
 * The cuboid that answers a query soonest; `null` for the entries. Where cuts leave few of those, looking at them costs
 * less than a large cuboid.
 * @param choose gives the members of entries that meet each cut
 */
export function findRollup(
  { postingLists, rollups }: SummedTable,
  grouping: GroupingSet,
  choose: () => readonly ChosenMembers[],
): Rollup | null {
  const rollup = rollups.find(grouping);
  if (!rollup || rollup.rows <= SMALL_CUBOID) return rollup;
  const fewer = choose().some(({ column, members }) => {
    const count = postingLists.numListed(column, members);
    return count !== null && count * LOOK_UP_COST < rollup.rows;
  });
  return fewer ? null : rollup;
}

/** Rows that a query has looked at. */
export function countVisited(rows: number, { filter }: SelectedRows, { blocks, skipped }: Visit): number {
  return filter?.count ?? Math.ceil(rows * (1 - skipped / Math.max(1, blocks)));
}

/** Describe the table that a query read. */
export function describeAnsweringTable(model: Model, rollup: Rollup | null): Pick<AnswerTrace, "table" | "dimensions"> {
  return rollup
    ? { table: "cuboid", dimensions: nameParts(model, rollup.grouping) }
    : { table: "entries", dimensions: null };
}
