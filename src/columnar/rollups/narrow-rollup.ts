import type { AggregateQuery } from "../../query/aggregate.js";
import type { Narrowed } from "../select/apply-cuts.js";
import { cutMembers, passMembers } from "../select/select-members.js";
import type { Cuboid } from "./rollup.js";

/** The cuts of a query that a cuboid covers. */
export function narrowCuboid({ table }: Cuboid, { cuts }: Pick<AggregateQuery, "cuts">): Narrowed {
  return {
    filter: null,
    cuts: cuts.map((cut) => {
      const { column, members } = cutMembers(table, cut);
      return passMembers(column, members);
    }),
  };
}
