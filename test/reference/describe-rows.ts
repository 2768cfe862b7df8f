import type { Decimal } from "#src/core/model/values/decimal.js";
import type { Statistic } from "#src/core/query/aggregate/query.js";
import type { PlainTable } from "./table.js";

/** Compute a statistic of some rows; `null` for amounts of none. */
export function describeRows(table: PlainTable, statistic: Statistic, rows: readonly number[]): Decimal | null {
  if (statistic.is === "count") {
    const { dimension, attribute } = statistic.of;
    const { codes, members } = table.dimensions[dimension.index]!;
    const { index } = attribute ?? dimension.identity;
    const values = new Set(rows.map((row) => members[codes[row]!]![index]!).filter((value) => value !== null));
    return { unscaled: BigInt(values.size), scale: 0 };
  }
  const { unscaled, scale } = table.measures[statistic.measure.index]!;
  const amounts = rows.map((row) => unscaled[row]!).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  if (amounts.length === 0) return null;
  if (statistic.is === "min") return { unscaled: amounts[0]!, scale };
  if (statistic.is === "squares") {
    return { unscaled: amounts.reduce((sum, each) => sum + each ** 2n, 0n), scale: scale * 2 };
  }
  if (statistic.is === "max") return { unscaled: amounts.at(-1)!, scale };
  const middle = amounts[(amounts.length - 1) >> 1]! + amounts[amounts.length >> 1]!;
  return { unscaled: middle * 5n, scale: scale + 1 };
}
