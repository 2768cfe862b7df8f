import { type Decimal, decimalText, shortestDecimal } from "./decimal.js";

/** An exact integer: a number where that is safe, which costs no allocation. */
export type Integer = number | bigint;

/** An exact rational number; not necessarily in lowest terms. */
export interface Fraction {
  readonly numerator: Integer;
  /** Above 0. */
  readonly denominator: Integer;
}

export const ZERO_FRACTION: Fraction = { numerator: 0, denominator: 1 };

export function addIntegers(a: Integer, b: Integer): Integer {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return BigInt(a) + BigInt(b);
}

export function multiplyIntegers(a: Integer, b: Integer): Integer {
  if (typeof a === "number" && typeof b === "number") {
    const product = a * b;
    // Zero has no sign here.
    if (Number.isSafeInteger(product)) return product + 0;
  }
  return BigInt(a) * BigInt(b);
}

function negateInteger(integer: Integer): Integer {
  return typeof integer === "number" ? 0 - integer : -integer;
}

/** Return 10^`exponent`. */
export function powerOfTen(exponent: number): Integer {
  return exponent <= MAX_EXPONENT ? Number(`1e${exponent}`) : 10n ** BigInt(exponent);
}

export function addFractions(a: Fraction, b: Fraction): Fraction {
  if (isEqual(a.denominator, b.denominator)) {
    return { numerator: addIntegers(a.numerator, b.numerator), denominator: a.denominator };
  }
  return {
    numerator: addIntegers(multiplyIntegers(a.numerator, b.denominator), multiplyIntegers(b.numerator, a.denominator)),
    denominator: multiplyIntegers(a.denominator, b.denominator),
  };
}

export function subtractFractions(a: Fraction, { numerator, denominator }: Fraction): Fraction {
  return addFractions(a, { numerator: negateInteger(numerator), denominator });
}

/** Add numbers, by halves: their denominators stay as short as they can. */
export function sumFractions(terms: readonly Fraction[]): Fraction {
  if (terms.length === 0) return ZERO_FRACTION;
  if (terms.length === 1) return terms[0]!;
  const middle = terms.length >> 1;
  return reduceFraction(addFractions(sumFractions(terms.slice(0, middle)), sumFractions(terms.slice(middle))));
}

/** Numbers with one denominator. */
export interface FractionsOverOne {
  readonly numerators: readonly bigint[];
  /** Above 0. */
  readonly denominator: bigint;
}

/** Write numbers with their least common denominator. */
export function overOneDenominator(fractions: readonly Fraction[]): FractionsOverOne {
  let common = 1n;
  for (const { denominator } of fractions) {
    const own = BigInt(denominator);
    if (common % own !== 0n) common *= own / greatestDivisor(own, common % own);
  }
  const numerators = fractions.map(({ numerator, denominator }) => BigInt(numerator) * (common / BigInt(denominator)));
  return { numerators, denominator: common };
}

/** Write a number in lowest terms. */
export function reduceFraction({ numerator, denominator }: Fraction): Fraction {
  const [over, under] = [BigInt(numerator), BigInt(denominator)];
  const divisor = greatestDivisor(over < 0n ? -over : over, under);
  return { numerator: over / divisor, denominator: under / divisor };
}

export function multiplyFractions(a: Fraction, b: Fraction): Fraction {
  return {
    numerator: multiplyIntegers(a.numerator, b.numerator),
    denominator: multiplyIntegers(a.denominator, b.denominator),
  };
}

/** Divide two numbers; `null` if the divisor is 0. */
export function divideFractions(a: Fraction, b: Fraction): Fraction | null {
  if (isEqual(b.numerator, 0)) return null;
  const [over, under] = isEqual(a.denominator, b.denominator)
    ? [a.numerator, b.numerator]
    : [multiplyIntegers(a.numerator, b.denominator), multiplyIntegers(b.numerator, a.denominator)];
  if (under > 0) return { numerator: over, denominator: under };
  return { numerator: negateInteger(over), denominator: negateInteger(under) };
}

export function absoluteFraction(fraction: Fraction): Fraction {
  if (fraction.numerator >= 0) return fraction;
  return { numerator: negateInteger(fraction.numerator), denominator: fraction.denominator };
}

/** Compare two numbers exactly. @returns below 0, 0 or above 0 */
export function compareFractions(a: Fraction, b: Fraction): number {
  const x = multiplyIntegers(a.numerator, b.denominator);
  const y = multiplyIntegers(b.numerator, a.denominator);
  return x < y ? -1 : x > y ? 1 : 0;
}

/**
 * Return the double nearest to a quotient, ties to even; never `-0`. Numbers beyond the largest double become the
 * largest double, because JSON has no infinity.
 * @param denominator above 0
 */
export function nearestQuotient(numerator: Integer, denominator: Integer): number {
  // Both are exact doubles, and IEEE 754 rounds their quotient correctly.
  if (typeof numerator === "number" && typeof denominator === "number") return numerator / denominator + 0;
  const integer = BigInt(numerator);
  const magnitude = roundQuotient(integer < 0n ? -integer : integer, BigInt(denominator));
  return integer < 0n ? 0 - magnitude : magnitude;
}

/**
 * Return the double nearest to the square root of a quotient.
 * @param numerator 0 or more
 * @param denominator above 0
 */
export function nearestRoot(numerator: bigint, denominator: bigint): number {
  if (numerator === 0n) return 0;
  // Multiply by an even power of two, so that the whole root has more bits than a double.
  const half = Math.max(0, ROOT_BITS - Math.floor((bitsOf(numerator) - bitsOf(denominator)) / 2));
  const whole = (numerator << BigInt(2 * half)) / denominator;
  const root = integerRoot(whole);
  const isExact = root * root === whole && whole * denominator === numerator << BigInt(2 * half);
  // One more bit stands for all that follow.
  return nearestQuotient((root << 1n) | (isExact ? 0n : 1n), 1n << BigInt(half + 1));
}

/** Return the whole part of a square root, by Newton's method from above. */
function integerRoot(square: bigint): bigint {
  let root = 1n << BigInt((bitsOf(square) + 1) >> 1);
  for (;;) {
    const next = (root + square / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/** Bits of a whole root: those of a double and more, so that its last one decides no rounding. */
const ROOT_BITS = 64;

function bitsOf(integer: bigint): number {
  return integer.toString(2).length;
}

/** Return the number of bits of an integer above 0, in a tenth of the time of `bitsOf`; beside a power of two it may be one off. */
function roughBitsOf(integer: bigint): number {
  const log = Math.log2(Number(integer));
  return Number.isFinite(log) ? Math.floor(log) + 1 : bitsOf(integer);
}

/** Return a quotient as a decimal: exactly if its denominator is a power of ten, else that of the nearest double. */
export function nearestDecimal({ numerator, denominator }: Fraction): Decimal {
  const scale = String(denominator).length - 1;
  return isEqual(denominator, powerOfTen(scale))
    ? { unscaled: BigInt(numerator), scale }
    : shortestDecimal(nearestQuotient(numerator, denominator));
}

/**
 * Write a number in full: as a decimal, or where there is no finite one as `p/q` in lowest terms.
 */
export function fractionText({ numerator, denominator }: Fraction): string {
  const [over, under] = [BigInt(numerator), BigInt(denominator)];
  const divisor = greatestDivisor(over < 0n ? -over : over, under);
  const [p, q] = [over / divisor, under / divisor];
  const [twos, odd] = divideOut(q, 2n);
  const [fives, rest] = divideOut(odd, 5n);
  if (rest !== 1n) return `${p}/${q}`;
  const scale = Math.max(twos, fives);
  return decimalText({ unscaled: p * 2n ** BigInt(scale - twos) * 5n ** BigInt(scale - fives), scale });
}

/** Largest power of ten that is a safe integer. */
const MAX_EXPONENT = 15;

/**
 * Bits of a quotient that decide how it is rounded: those of a double, one more, one for all that follow, and two, as its
 * size is only known roughly.
 */
const BITS = 57;
/** Exponent of the last bit of the smallest doubles, and the number of bits below which quotients have fewer than others. */
const LAST_BIT = 1074;
const SMALL = -1021;

/** @param numerator 0 or more */
function roundQuotient(numerator: bigint, denominator: bigint): number {
  if (numerator === 0n) return 0;
  const rough = roughBitsOf(numerator) - roughBitsOf(denominator);
  if (rough < SMALL + 4 && bitsOf(numerator) - bitsOf(denominator) < SMALL) return roundSmall(numerator, denominator);
  const shift = BITS - rough;
  const [over, under] =
    shift > 0 ? [numerator << BigInt(shift), denominator] : [numerator, denominator << BigInt(-shift)];
  const quotient = over / under;
  const rest = quotient * under === over ? 0n : 1n;
  const rounded = Number((quotient << 1n) | rest);
  return Math.min(scaleByTwo(rounded, -shift - 1), Number.MAX_VALUE);
}

/** Round to a multiple of the smallest double. */
function roundSmall(numerator: bigint, denominator: bigint): number {
  const over = numerator << BigInt(LAST_BIT);
  const whole = over / denominator;
  const twice = (over - whole * denominator) * 2n;
  const isUp = twice > denominator || (twice === denominator && whole % 2n === 1n);
  return scaleByTwo(Number(isUp ? whole + 1n : whole), -LAST_BIT);
}

/** Multiply by a power of two in steps that are doubles. */
function scaleByTwo(number: number, exponent: number): number {
  let [scaled, left] = [number, exponent];
  for (; left > 1000; left -= 1000) scaled *= 2 ** 1000;
  for (; left < -1000; left += 1000) scaled *= 2 ** -1000;
  return scaled * 2 ** left;
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

function divideOut(integer: bigint, factor: bigint): readonly [times: number, rest: bigint] {
  let [times, rest] = [0, integer];
  while (rest % factor === 0n) [times, rest] = [times + 1, rest / factor];
  return [times, rest];
}

function isEqual(a: Integer, b: Integer): boolean {
  return !(a < b) && !(a > b);
}

/**
 * Compute √((n Σx² − (Σx)²) / n(n − 1)), the standard deviation of a sample, as the nearest double: the root is the only
 * step that rounds.
 * @param count at least 2
 * @param unit units of `sum` in 1; `squares` has its square
 */
export function sampleDeviation(count: bigint, sum: bigint, squares: bigint, unit: bigint): number {
  return nearestRoot(count * squares - sum * sum, count * (count - 1n) * unit * unit);
}
