import type { Measure } from "../../../core/model/cube.js";
import type { Decimal } from "../../../core/model/values/decimal.js";
import type { Pace } from "../../../core/engine/pace.js";
import { openAmounts } from "../table/open-columns.js";
import type { ColumnarTable } from "../table/table.js";

/** Rows that are added between two steps. */
const STRIDE = 2 ** 15;

/** Add up the amounts of some rows, for each measure. */
export async function sumRows(
  table: ColumnarTable,
  rows: Uint32Array,
  measures: readonly Measure[],
  pace: Pace,
): Promise<readonly Decimal[]> {
  const sums: Decimal[] = [];
  for (const { index } of measures) {
    const column = table.measures[index]!;
    const amountOf = openAmounts(table, column);
    let unscaled = 0n;
    for (let first = 0; first < rows.length; first += STRIDE) {
      const end = Math.min(rows.length, first + STRIDE);
      for (let at = first; at < end; at++) unscaled += amountOf(rows[at]!);
      await pace.step();
    }
    sums.push({ unscaled, scale: column.scale });
  }
  return sums;
}
