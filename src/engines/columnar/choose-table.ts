import type { Pace } from "../../core/engine/pace.js";
import type { AggregateQuery } from "../../core/query/aggregate/query.js";
import type { RowBitmap } from "../kernel/query/table.js";
import type { ReadVersion } from "./read-version.js";
import { type ChosenTable, findRollup } from "./rollups/find-rollup.js";
import { groupingOfQuery } from "./rollups/grouping-of-query.js";
import { narrowCells } from "./rollups/narrow-cells.js";
import { applyCuts } from "./select/apply-cuts.js";
import { type ChosenMembers, chooseMembers } from "./select/choose-members.js";
import type { SplitFilters } from "./select/split-filters.js";
import { viewCells } from "./table/view-table.js";

/**
 * Choose what a query reads: a rollup that covers it, or the entries.
 * @param keys `null` if it has to read the entries
 * @param matches the entries that meet the other filters
 */
export function chooseTable(
  version: ReadVersion,
  keys: AggregateQuery["keys"] | null,
  filters: SplitFilters,
  matches: RowBitmap | null,
  pace: Pace,
  end: (step: string) => void = () => {},
): ChosenTable {
  const { cuts } = filters;
  let chosen: readonly ChosenMembers[] | undefined;
  const choose = (): readonly ChosenMembers[] =>
    (chosen ??= cuts.map((cut) => chooseMembers(version.table, cut, pace.check)));
  const grouping = keys && groupingOfQuery(version.table, keys, filters);
  const rollup = grouping && findRollup(version, grouping, choose);
  end("choose");
  const cells = rollup && viewCells(rollup.table, version.table);
  const narrowed = cells
    ? narrowCells(cells, cuts, pace.check)
    : applyCuts(version.kernel, version, cuts, choose(), matches, pace.deadline);
  end("select");
  return { grouping, rollup, table: cells ?? version.table, rows: (rollup ?? version.table).rows, narrowed };
}
