import { type Fraction, nearestQuotient } from "../model/values/fraction.js";

/** Numbers as pairs of doubles, which have about 106 bits together. */
export interface DoublePairs {
  /** The nearest double of each; `NaN` for one that is missing, or beyond what pairs can be computed with. */
  readonly highs: Float64Array;
  /** The nearest double of the rest. */
  readonly lows: Float64Array;
}

/** Magnitudes outside of which products or their errors could leave the doubles. */
const [LEAST, GREATEST] = [2 ** -300, 2 ** 300];

/** Write numbers as pairs of doubles. */
export function pairDoubles(numbers: readonly (Fraction | null)[]): DoublePairs {
  const [highs, lows] = [new Float64Array(numbers.length), new Float64Array(numbers.length)];
  numbers.forEach((number, at) => {
    const high = number ? nearestQuotient(number.numerator, number.denominator) : Number.NaN;
    const isInRange = high === 0 || (Math.abs(high) > LEAST && Math.abs(high) < GREATEST);
    highs[at] = isInRange ? high : Number.NaN;
    lows[at] = number && isInRange && high !== 0 ? restOf(number, high) : 0;
  });
  return { highs, lows };
}

/** Return the nearest double of what a number is more than its own nearest one. */
function restOf({ numerator, denominator }: Fraction, high: number): number {
  const [over, under] = [Number(numerator), Number(denominator)];
  if (Number.isSafeInteger(over) && Number.isSafeInteger(under)) {
    // The remainder of a division is a double.
    const product = high * under;
    return (over - product - productError(high, under, product)) / under;
  }
  // A power of two makes the double an integer.
  const shift = BigInt(Math.max(0, 60 - Math.floor(Math.log2(Math.abs(high)))));
  const integer = BigInt(high * 2 ** Number(shift));
  const below = BigInt(denominator);
  return nearestQuotient((BigInt(numerator) << shift) - integer * below, below << shift);
}

/** Splits a double into halves, whose products are doubles. */
const SPLITTER = 2 ** 27 + 1;

/** Return what the exact product of two doubles is more than the nearest double (T. J. Dekker, 1971). */
function productError(a: number, b: number, product: number): number {
  const scaledA = SPLITTER * a;
  const scaledB = SPLITTER * b;
  const highA = scaledA - (scaledA - a);
  const highB = scaledB - (scaledB - b);
  const lowA = a - highA;
  const lowB = b - highB;
  return lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB);
}

/** Bound of each rounding error, relative to the sum of all magnitudes. */
const ERROR = 2 ** -102;

/**
 * Return the double nearest to Σ amount × number, divided by a unit; `NaN` if pairs of doubles do not tell, which is rare.
 * @param amounts integers
 * @param items which amounts
 * @param numberOf number of each amount, as an index into the pairs; `null` for the same index
 * @param unit a power of ten of at most 10^22, which is a double
 */
export function sumProducts(
  amounts: Float64Array,
  items: Int32Array,
  numberOf: Int32Array | null,
  { highs, lows }: DoublePairs,
  unit: number,
): number {
  let sum = 0;
  let rest = 0;
  let magnitude = 0;
  for (let at = 0; at < items.length; at++) {
    const item = items[at]!;
    const amount = amounts[item]!;
    const number = numberOf ? numberOf[item]! : item;
    const high = highs[number]!;
    const product = amount * high;
    rest += productError(amount, high, product) + amount * lows[number]!;
    // The exact error of the sum (D. E. Knuth).
    const next = sum + product;
    const part = next - sum;
    rest += sum - (next - part) + (product - part);
    sum = next;
    magnitude += Math.abs(product);
  }
  const error = magnitude * (items.length + 4) ** 2 * ERROR;
  return divideSurely(sum, rest, error, unit);
}

/** Return the double nearest to a sum that is known up to an error, divided by a unit; `NaN` if the error leaves it open. */
function divideSurely(sum: number, rest: number, error: number, unit: number): number {
  const high = sum + rest;
  const low = rest - (high - sum);
  const quotient = high / unit;
  const product = quotient * unit;
  const more = (high - product - productError(quotient, unit, product) + low) / unit;
  const nearest = quotient + more;
  const left = more - (nearest - quotient);
  const bound = (error + Math.abs(high) * ERROR) / unit;
  const isSure = nearest + (left + bound) === nearest && nearest + (left - bound) === nearest;
  // Zero has no sign here.
  return isSure ? nearest + 0 : Number.NaN;
}
