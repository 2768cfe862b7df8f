/** Digits calculated of a quotient: more than a double can hold. */
const DIGITS = 25;

/** Divide two integers. @param denominator above 0 @returns the nearest double, or a neighbour of it */
export function ratio(numerator: bigint, denominator: bigint): number {
  const size = (of: bigint): number => String(of < 0n ? -of : of).length;
  const decimals = Math.max(0, DIGITS + size(denominator) - size(numerator));
  return Number(`${(numerator * 10n ** BigInt(decimals)) / denominator}e-${decimals}`);
}
