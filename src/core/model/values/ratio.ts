import { nearestQuotient } from "./fraction.js";

/** Divide two integers. @param denominator above 0 @returns the nearest double, ties to even */
export function ratio(numerator: bigint, denominator: bigint): number {
  return nearestQuotient(numerator, denominator);
}
