import type { GrowingAmounts } from "./growing-amounts.js";
import type { AmountBounds } from "../table/measure-limbs.js";

/** The least and the greatest of some amounts, no amount's 0 included, and the exact sum of their absolute values. */
export function boundAmounts(amounts: GrowingAmounts, rows: number, rowAt: (row: number) => number): AmountBounds {
  // Doubles as long as they are exact.
  let [least, most, sum] = [0, 0, 0];
  let [min, max, sumOfAbsolutes] = [0n, 0n, 0n];
  for (let row = 0; row < rows; row++) {
    const at = rowAt(row);
    const number = amounts.getNumber(at);
    if (Number.isNaN(number)) {
      const amount = amounts.get(at);
      if (amount < min) min = amount;
      if (amount > max) max = amount;
      sumOfAbsolutes += amount < 0n ? -amount : amount;
      continue;
    }
    if (number < least) least = number;
    if (number > most) most = number;
    const absolute = Math.abs(number);
    if (sum + absolute > Number.MAX_SAFE_INTEGER) {
      sumOfAbsolutes += BigInt(sum);
      sum = 0;
    }
    sum += absolute;
  }
  return {
    min: min < BigInt(least) ? min : BigInt(least),
    max: max > BigInt(most) ? max : BigInt(most),
    sumOfAbsolutes: sumOfAbsolutes + BigInt(sum),
    rows,
  };
}
