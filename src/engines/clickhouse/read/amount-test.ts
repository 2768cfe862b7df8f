import type { Decimal } from "../../../core/model/values/decimal.js";
import type { AmountTest, Bound } from "../../../core/query/condition/condition.js";
import type { StoredMeasure } from "../table/amounts.js";

/** Write a test of a measure's column as SQL. */
export function writeAmountTest(column: string, { scale }: StoredMeasure, test: AmountTest): string {
  if (test.is === "range") {
    const bounds = [writeBound(column, ">", scale, test.from), writeBound(column, "<", scale, test.to)];
    return bounds.filter((each) => each !== null).join(" AND ") || "1";
  }
  const whole = test.amounts.flatMap((amount) => {
    const { floor, isWhole } = toScale(amount, scale);
    return isWhole && fits(floor) ? [`${column} = ${literal(floor)}`] : [];
  });
  return whole.length === 0 ? "0" : `(${whole.join(" OR ")})`;
}

function writeBound(column: string, sign: "<" | ">", scale: number, bound: Bound<Decimal> | null): string | null {
  if (bound === null) return null;
  const { floor, isWhole } = toScale(bound.at, scale);
  if (!fits(floor)) return floor > 0n === (sign === "<") ? "1" : "0";
  // An integer is above a fraction if it is above its floor, and below if it is at most the floor.
  if (!isWhole) return `${column} ${sign === "<" ? "<=" : ">"} ${literal(floor)}`;
  return `${column} ${sign}${bound.inclusive ? "=" : ""} ${literal(floor)}`;
}

function toScale({ unscaled, scale }: Decimal, wanted: number): { readonly floor: bigint; readonly isWhole: boolean } {
  if (scale <= wanted) return { floor: unscaled * 10n ** BigInt(wanted - scale), isWhole: true };
  const power = 10n ** BigInt(scale - wanted);
  const rest = unscaled % power;
  return { floor: unscaled / power - (rest < 0n ? 1n : 0n), isWhole: rest === 0n };
}

/** Columns have integers of at most 76 digits. */
function fits(integer: bigint): boolean {
  return integer > -(10n ** 76n) && integer < 10n ** 76n;
}

function literal(integer: bigint): string {
  return `toInt256('${integer}')`;
}
