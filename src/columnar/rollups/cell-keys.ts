import type { ColumnarTable, DimensionColumn } from "../table/table.js";
import type { CellKey, SharedColumns } from "./cells.js";
import type { GroupingPart, GroupingSet } from "./grouping-set.js";

/** What a table's cells are told apart by in a shape. Cost: a step for each member of what is told apart by attributes. */
export function cellKeysOf(
  { dimensions }: Pick<ColumnarTable, "dimensions">,
  grouping: GroupingSet,
): readonly CellKey[] {
  return grouping.map(({ dimension, attributes }) => {
    const column = dimensions[dimension]!;
    return { codes: column.codes, ...(attributes ? rankBy(column, attributes) : { ranks: null, members: null }) };
  });
}

export function shareColumns({ segments, measures }: ColumnarTable): SharedColumns {
  return {
    segments: segments.map(({ memory, rows }) => ({ memory: memory.memory, rows })),
    limbs: measures.flatMap(({ limbs }) => limbs),
  };
}

/** Members that agree in some attributes have one rank. */
function rankBy(column: DimensionColumn, attributes: NonNullable<GroupingPart["attributes"]>): Omit<CellKey, "codes"> {
  const [first, ...others] = attributes.map((attribute) => column.ranks.of(attribute));
  let ranks = first!.rankOf;
  let members = first!.memberAt;
  for (const { rankOf, memberAt } of others) {
    const known = new Map<number, number>();
    const firsts: number[] = [];
    ranks = ranks.map((rank, member) => {
      const tuple = rank * memberAt.length + rankOf[member]!;
      const before = known.get(tuple);
      if (before !== undefined) return before;
      known.set(tuple, firsts.length);
      return firsts.push(member) - 1;
    });
    members = Uint32Array.from(firsts);
  }
  return { ranks, members };
}
