import type { AggregateQuery } from "../../query/aggregate.js";
import type { SelectedRows } from "../select/apply-cuts.js";
import { cutMembers, passMembers } from "../select/select-members.js";
import type { Rollup } from "./rollup.js";

/** The cuts of a query that a cuboid covers. */
export function narrowRollup({ table }: Rollup, { cuts }: Pick<AggregateQuery, "cuts">): SelectedRows {
  return {
    filter: null,
    cuts: cuts.map((cut) => {
      const { column, members } = cutMembers(table, cut);
      return passMembers(column, members);
    }),
  };
}
