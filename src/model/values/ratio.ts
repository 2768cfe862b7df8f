/** Digits of a quotient: more than any double has. */
const DIGITS = 25;

/** The double nearest to a quotient of integers, but for its last bit. @param denominator above 0 */
export function ratio(numerator: bigint, denominator: bigint): number {
  const size = (of: bigint): number => String(of < 0n ? -of : of).length;
  const decimals = Math.max(0, DIGITS + size(denominator) - size(numerator));
  return Number(`${(numerator * 10n ** BigInt(decimals)) / denominator}e-${decimals}`);
}
