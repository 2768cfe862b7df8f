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
