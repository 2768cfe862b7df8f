import type { CubeMemory } from "../../kernel/memory/cube-memory.js";
import type { CodeColumn, AmountValues } from "../../kernel/query/table.js";
import type { ColumnarTable, DimensionColumn, MeasureColumn } from "../table/table.js";
import { columnWithCodes } from "../table/open-dimension.js";
import type { Rollup, RollupLayout } from "./rollup.js";
import type { GroupingSet } from "./grouping-set.js";

/** Open the rollup of a table whose bytes are in a memory. */
export function openRollup(table: ColumnarTable, memory: CubeMemory, layout: RollupLayout): Rollup {
  const { grouping, rows, codes, limbs, entries } = layout;
  return {
    ...layout,
    memory,
    table: {
      segments: [{ memory, rows }],
      // The values of members stay in the table's memories.
      memories: table.memories,
      dimensions: withCodes(table, grouping, codes),
      measures: withLimbs(table, limbs),
      entries,
    },
  };
}

/** Return a sparse array: to read a dimension that the rollup does not have is a bug, and fails. */
function withCodes(
  { dimensions: columns }: ColumnarTable,
  grouping: GroupingSet,
  codes: readonly CodeColumn[],
): readonly DimensionColumn[] {
  const own: DimensionColumn[] = [];
  grouping.forEach(({ dimension }, at) => (own[dimension] = columnWithCodes(columns[dimension]!, codes[at]!)));
  return own;
}

/** Give each measure its sums; amounts are summed limb by limb. */
function withLimbs({ measures }: ColumnarTable, limbs: readonly AmountValues[]): readonly MeasureColumn[] {
  let first = 0;
  return measures.map((measure) => {
    const own = limbs.slice(first, first + measure.limbs.length);
    first += own.length;
    return { ...measure, limbs: own };
  });
}
