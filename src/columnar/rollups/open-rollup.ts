import type { CubeMemory } from "../../kernel/memory/cube-memory.js";
import type { CodeColumn, AmountValues } from "../../kernel/query/table.js";
import type { ColumnarTable, DimensionColumn, MeasureColumn } from "../table/table.js";
import type { Rollup, RollupLayout } from "./rollup.js";
import type { GroupingSet } from "./grouping-set.js";

/** The cuboid of a table whose bytes are in a memory. */
export function openRollup(table: ColumnarTable, memory: CubeMemory, layout: RollupLayout): Rollup {
  const { grouping, rows, codes, limbs, entries } = layout;
  return {
    ...layout,
    memory,
    table: {
      segments: [{ memory, rows }],
      // Values of members are the table's.
      memories: table.memories,
      dimensions: withCodes(table, grouping, codes),
      measures: withLimbs(table, limbs),
      entries,
    },
  };
}

/** Sparse: to read a dimension that is summed over is a fault, and fails. */
function withCodes(
  { dimensions: columns }: ColumnarTable,
  grouping: GroupingSet,
  codes: readonly CodeColumn[],
): readonly DimensionColumn[] {
  const own: DimensionColumn[] = [];
  grouping.forEach(({ dimension }, at) => (own[dimension] = { ...columns[dimension]!, codes: codes[at]! }));
  return own;
}

/** A sum of amounts is the sum of their limbs' sums. */
function withLimbs({ measures }: ColumnarTable, limbs: readonly AmountValues[]): readonly MeasureColumn[] {
  let first = 0;
  return measures.map((measure) => {
    const own = limbs.slice(first, first + measure.limbs.length);
    first += own.length;
    return { ...measure, limbs: own };
  });
}
