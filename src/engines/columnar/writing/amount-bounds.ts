import type { GrowingAmounts } from "./growing-amounts.js";
import type { AmountBounds } from "../table/measure-limbs.js";

/** Return the minimum and maximum of 0 and the amounts of all rows, and the exact sum of their absolute values. */
export function boundAmounts(amounts: GrowingAmounts, rows: number, rowAt: (row: number) => number): AmountBounds {
  // Doubles are faster; big integers take over where a double is not exact.
  let [minNumber, maxNumber, sum] = [0, 0, 0];
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
    if (number < minNumber) minNumber = number;
    if (number > maxNumber) maxNumber = number;
    const absolute = Math.abs(number);
    if (sum + absolute > Number.MAX_SAFE_INTEGER) {
      sumOfAbsolutes += BigInt(sum);
      sum = 0;
    }
    sum += absolute;
  }
  return {
    min: min < BigInt(minNumber) ? min : BigInt(minNumber),
    max: max > BigInt(maxNumber) ? max : BigInt(maxNumber),
    sumOfAbsolutes: sumOfAbsolutes + BigInt(sum),
    rows,
  };
}
