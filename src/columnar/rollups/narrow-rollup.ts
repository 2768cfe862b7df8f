import type { SelectedRows } from "../select/apply-cuts.js";
import { chooseMembers, passMembers } from "../select/choose-members.js";
import type { MemberCondition } from "../select/split-filters.js";
import type { Rollup } from "./rollup.js";

/** Select the rows of a rollup that pass the cuts of a query. @param check called at intervals; throws to abort */
export function narrowRollup({ table }: Rollup, cuts: readonly MemberCondition[], check: () => void): SelectedRows {
  return {
    filter: null,
    cuts: cuts.map((cut) => {
      const { column, members } = chooseMembers(table, cut, check);
      return passMembers(column, members);
    }),
  };
}
