import type { ColumnarTable, DimensionColumn } from "../table/table.js";
import type { CellKey, SharedColumns } from "./cells.js";
import type { GroupingPart, GroupingSet } from "./grouping-set.js";

/** Return the keys of a grouping set's cells. Cost: a step for each member of a dimension that is grouped by attributes. */
export function cellKeysOf(
  { dimensions }: Pick<ColumnarTable, "dimensions">,
  grouping: GroupingSet,
): readonly CellKey[] {
  return grouping.map(({ dimension, attributes }) => {
    const column = dimensions[dimension]!;
    return { codes: column.codes, ...(attributes ? rankBy(column, attributes) : { ranks: null, members: null }) };
  });
}

/** Return the columns of a table as plain data for other threads; copies nothing. */
export function shareColumns({ segments, measures }: ColumnarTable): SharedColumns {
  return {
    segments: segments.map(({ memory, rows }) => ({ memory: memory.shared, rows })),
    limbs: measures.flatMap(({ limbs }) => limbs),
  };
}

/** Rank members by some attributes; members with the same values have the same rank. */
function rankBy(column: DimensionColumn, attributes: NonNullable<GroupingPart["attributes"]>): Omit<CellKey, "codes"> {
  const [first, ...others] = attributes.map((attribute) => column.ranks.of(attribute));
  let ranks = first!.rankOf;
  let members = first!.memberAt;
  for (const { rankOf, memberAt } of others) {
    const rankByTuple = new Map<number, number>();
    const firsts: number[] = [];
    ranks = ranks.map((rank, member) => {
      const tuple = rank * memberAt.length + rankOf[member]!;
      const existing = rankByTuple.get(tuple);
      if (existing !== undefined) return existing;
      rankByTuple.set(tuple, firsts.length);
      return firsts.push(member) - 1;
    });
    members = Uint32Array.from(firsts);
  }
  return { ranks, members };
}
