import { absoluteFraction, divideFractions, type Fraction, subtractFractions } from "../model/values/fraction.js";

/** Compare a figure with an earlier one, or one of the other side; `null` where one is missing, or a change is one of 0. */
export function differenceOf(own: Fraction | null, earlier: Fraction | null, isChange: boolean): Fraction | null {
  if (!own || !earlier) return null;
  const difference = subtractFractions(own, earlier);
  return isChange ? divideFractions(difference, absoluteFraction(earlier)) : difference;
}
