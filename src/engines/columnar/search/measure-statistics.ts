import type { AmountStatistics } from "../../../core/engine/search.js";
import type { Kernel } from "../../kernel/kernel.js";
import type { Pace } from "../../../core/engine/pace.js";
import { openAmounts } from "../table/open-columns.js";
import type { ColumnarTable, MeasureColumn } from "../table/table.js";
import type { Matches } from "./matches.js";

/** Rows between two checks. */
const STRIDE = 4096;

/** Return exact statistics of a measure over the matches. */
export function measureStatistics(
  kernel: Kernel,
  column: MeasureColumn,
  found: Matches,
  { deadline, check }: Pace,
): AmountStatistics {
  const { scale, limbs } = column;
  const [numbers] = limbs;
  const { count, sum, sumOfSquares, min, max } =
    limbs.length === 1
      ? kernel.statistics(found.table.segments, numbers!, found.bitmap, deadline)
      : describeOneByOne(found.table, column, found.list, check);
  return {
    count,
    sum: { unscaled: sum, scale },
    sumOfSquares: { unscaled: sumOfSquares, scale: scale * 2 },
    min: min === null ? null : { unscaled: min, scale },
    max: max === null ? null : { unscaled: max, scale },
  };
}

/** Compute statistics of amounts beyond 64 bits row by row; such measures are rare. */
function describeOneByOne(table: ColumnarTable, column: MeasureColumn, rows: Uint32Array, check: () => void) {
  const amountOf = openAmounts(table, column);
  let [count, sum, sumOfSquares] = [0, 0n, 0n];
  let min: bigint | null = null;
  let max: bigint | null = null;
  for (const row of rows) {
    if (count % STRIDE === 0) check();
    const unscaled = amountOf(row);
    count++;
    sum += unscaled;
    sumOfSquares += unscaled * unscaled;
    if (min === null || unscaled < min) min = unscaled;
    if (max === null || unscaled > max) max = unscaled;
  }
  return { count, sum, sumOfSquares, min, max };
}
