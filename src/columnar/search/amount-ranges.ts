import type { AmountValues } from "../../kernel/query/table.js";
import type { Decimal } from "../../model/values/decimal.js";
import type { AmountTest, Bound } from "../../query/condition/condition.js";

/** The integers of a column that stand for amounts which pass: from `low` to `high`, both of them numbers it can hold. */
export function betweenAmounts(
  test: AmountTest,
  scale: number,
  { width }: AmountValues,
): readonly { readonly low: bigint; readonly high: bigint }[] {
  const least = -(2n ** BigInt(width * 8 - 1));
  const bounded = (from: Bound<Decimal> | null, to: Bound<Decimal> | null): { low: bigint; high: bigint }[] => {
    const low = from === null ? least : lowest(from, scale);
    const high = to === null ? -least - 1n : -lowest(negated(to), scale);
    const [start, end] = [low < least ? least : low, high > -least - 1n ? -least - 1n : high];
    return start <= end ? [{ low: start, high: end }] : [];
  };
  if (test.is === "range") return bounded(test.from, test.to);
  return test.amounts.flatMap((at) => bounded({ at, inclusive: true }, { at, inclusive: true }));
}

/** The least integer that stands for an amount from a bound on. */
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

/** Rounds down, where division of big integers rounds towards zero. */
function floorDivide(a: bigint, divisor: bigint): bigint {
  const quotient = a / divisor;
  return a < 0n && quotient * divisor !== a ? quotient - 1n : quotient;
}
