import type { SelectedRows } from "../select/apply-cuts.js";
import { chooseMembers, passMembers } from "../select/choose-members.js";
import type { MemberCondition } from "../select/split-filters.js";
import type { CellTable } from "../table/table.js";

/** Select the cells of a rollup that pass the cuts of a query. @param check called at intervals; throws to abort */
export function narrowCells(cells: CellTable, cuts: readonly MemberCondition[], check: () => void): SelectedRows {
  return {
    filter: null,
    cuts: cuts.map((cut) => {
      const { column, members } = chooseMembers(cells, cut, check);
      return passMembers(column, members);
    }),
  };
}
