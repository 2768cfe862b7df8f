import type { AmountValues } from "../../kernel/query/table.js";
import type { Decimal } from "../../../core/model/values/decimal.js";
import type { AmountTest, Bound } from "../../../core/query/condition/condition.js";

/**
 * Return the integers of a column whose amounts pass a test, as ranges from `low` to `high`. Both are included, and a
 * column of this width can hold both.
 */
export function betweenAmounts(
  test: AmountTest,
  scale: number,
  { width }: AmountValues,
): readonly { readonly low: bigint; readonly high: bigint }[] {
  const min = -(2n ** BigInt(width * 8 - 1));
  const bounded = (from: Bound<Decimal> | null, to: Bound<Decimal> | null): { low: bigint; high: bigint }[] => {
    const low = from === null ? min : lowest(from, scale);
    const high = to === null ? -min - 1n : -lowest(negated(to), scale);
    const [start, end] = [low < min ? min : low, high > -min - 1n ? -min - 1n : high];
    return start <= end ? [{ low: start, high: end }] : [];
  };
  if (test.is === "range") return bounded(test.from, test.to);
  return test.amounts.flatMap((at) => bounded({ at, inclusive: true }, { at, inclusive: true }));
}

/** Return the min integer whose amount is not below a bound. */
function lowest({ at, inclusive }: Bound<Decimal>, scale: number): bigint {
  const unscaled = at.unscaled * 10n ** BigInt(Math.max(0, scale - at.scale));
  const divisor = 10n ** BigInt(Math.max(0, at.scale - scale));
  const down = floorDivide(unscaled, divisor);
  const isExact = down * divisor === unscaled;
  return isExact && inclusive ? down : down + 1n;
}

function negated({ at, inclusive }: Bound<Decimal>): Bound<Decimal> {
  return { at: { unscaled: -at.unscaled, scale: at.scale }, inclusive };
}

/** Divide and round down; the operator `/` rounds big integers towards zero. */
function floorDivide(a: bigint, divisor: bigint): bigint {
  const quotient = a / divisor;
  return a < 0n && quotient * divisor !== a ? quotient - 1n : quotient;
}
