import { shortestDecimal } from "#src/core/model/values/decimal.js";

/** A fraction in lowest terms with a denominator above 0; `null` for a missing figure. */
export type Exact = readonly [numerator: bigint, denominator: bigint] | null;

export function fraction(numerator: bigint, denominator: bigint): Exact {
  if (denominator === 0n) return null;
  let [x, y] = [numerator, denominator];
  while (y !== 0n) [x, y] = [y, x % y];
  if (x < 0n !== denominator < 0n) x = -x;
  return [numerator / x, denominator / x];
}

export function subtract(a: Exact, b: Exact): Exact {
  return a && b && fraction(a[0] * b[1] - b[0] * a[1], a[1] * b[1]);
}

export function divide(a: Exact, b: Exact): Exact {
  return a && b && fraction(a[0] * b[1], a[1] * b[0]);
}

export function compareExact(a: Exact, b: Exact): number {
  const difference = subtract(a, b)![0];
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Return the decimal of the double nearest to a square root, found by comparing the squares of the middles between doubles. */
export function nearestRootOf(square: Exact): Exact {
  if (square === null || square[0] < 0n) return null;
  const digits = 40n;
  let root = Math.sqrt(Number((square[0] * 10n ** digits) / square[1]) / 10 ** Number(digits));
  const isAbove = (a: number, b: number): boolean => {
    const [x, y] = [exactly(a), exactly(b)];
    const middle = divide(subtract(x, [-y[0], y[1]]), [2n, 1n])!;
    return compareExact(square, [middle[0] ** 2n, middle[1] ** 2n]) > 0;
  };
  while (isAbove(root, neighbour(root, 1))) root = neighbour(root, 1);
  while (root > 0 && !isAbove(neighbour(root, -1), root)) root = neighbour(root, -1);
  const { unscaled, scale } = shortestDecimal(root);
  return fraction(unscaled, 10n ** BigInt(scale));
}

/** Return the next double above or below one that is 0 or more. */
function neighbour(double: number, step: 1 | -1): number {
  const bits = new BigInt64Array(Float64Array.of(double).buffer);
  bits[0]! += BigInt(step);
  return new Float64Array(bits.buffer)[0]!;
}

/** Return the exact value of a double. */
function exactly(double: number): NonNullable<Exact> {
  let [over, under] = [double, 1n];
  for (; !Number.isInteger(over); over *= 2) under *= 2n;
  return fraction(BigInt(over), under)!;
}
