/** An exact decimal number: `unscaled` / 10^`scale`, `scale` ≥ 0. */
export interface Decimal {
  readonly unscaled: bigint;
  readonly scale: number;
}

export const ZERO: Decimal = { unscaled: 0n, scale: 0 };

/** Add two numbers exactly. */
export function addDecimals(a: Decimal, b: Decimal): Decimal {
  if (a.scale === b.scale) return { unscaled: a.unscaled + b.unscaled, scale: a.scale };
  return a.scale < b.scale
    ? { unscaled: rescaled(a, b.scale) + b.unscaled, scale: b.scale }
    : { unscaled: a.unscaled + rescaled(b, a.scale), scale: a.scale };
}

/** Subtract a number exactly. */
export function subtractDecimals(a: Decimal, { unscaled, scale }: Decimal): Decimal {
  return addDecimals(a, { unscaled: -unscaled, scale });
}

/** Compare two numbers exactly. @returns below 0, 0 or above 0 */
export function compareDecimals(a: Decimal, b: Decimal): number {
  // Most have one scale, and nothing has to be computed.
  if (a.scale === b.scale) return a.unscaled < b.unscaled ? -1 : Number(a.unscaled > b.unscaled);
  const { unscaled } = subtractDecimals(a, b);
  return unscaled < 0n ? -1 : unscaled > 0n ? 1 : 0;
}

/** True for a decimal among values of other kinds, such as members and texts. */
export function isDecimal(value: unknown): value is Decimal {
  return typeof value === "object" && value !== null && "unscaled" in value && typeof value.unscaled === "bigint";
}

/** Multiply two numbers exactly. */
export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  return { unscaled: a.unscaled * b.unscaled, scale: a.scale + b.scale };
}

/** Write a number without exponent and trailing zeros: `12`, `12.5`, `-0.05`; zero is `0`. */
export function decimalText(d: Decimal): string {
  if (d.unscaled === 0n) return "0";
  const negative = d.unscaled < 0n;
  const digits = (negative ? -d.unscaled : d.unscaled).toString().padStart(d.scale + 1, "0");
  const whole = digits.slice(0, digits.length - d.scale);
  let end = digits.length;
  while (end > whole.length && digits[end - 1] === "0") end--;
  const text = end > whole.length ? `${whole}.${digits.slice(whole.length, end)}` : whole;
  return negative ? `-${text}` : text;
}

/** Count the decimal digits of an integer; 1 for 0. */
export function countDigits(integer: bigint): number {
  return (integer < 0n ? -integer : integer).toString().length;
}

/** Write a number as in entry ids: the shortest decimal text with at least one decimal (`12.0`). */
export function keyText(d: Decimal): string {
  const text = decimalText(d);
  return text.includes(".") ? text : `${text}.0`;
}

/**
 * Return the nearest double, ties to even; never `-0`. Numbers beyond the largest double become the largest double,
 * because JSON has no infinity.
 */
export function decimalNumber({ unscaled, scale }: Decimal): number {
  if (unscaled < EXACT && unscaled > -EXACT) return quotient(Number(unscaled), scale);
  return nearest(unscaled, scale);
}

/** The same of an integer below 2^53: the nearest double of `integer` / 10^`scale`. */
export function quotient(integer: number, scale: number): number {
  const power = POWERS_OF_TEN[scale];
  // Both are exact doubles, and IEEE 754 rounds their quotient correctly.
  return power === undefined ? nearest(integer, scale) : integer / power;
}

function nearest(integer: number | bigint, scale: number): number {
  const number = Number(`${integer}e-${scale}`);
  if (number === 0) return 0;
  return Math.min(Math.max(number, -Number.MAX_VALUE), Number.MAX_VALUE);
}

/** Return the shortest decimal that reads as a double. @param double finite */
export function shortestDecimal(double: number): Decimal {
  const [, digits, part = "", exponent = "0"] = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(double))!;
  const scale = part.length - Number(exponent);
  const unscaled = BigInt(digits! + part);
  return scale < 0 ? { unscaled: unscaled * 10n ** BigInt(-scale), scale: 0 } : { unscaled, scale };
}

/** Return the same number with the smallest scale. */
export function normalDecimal(d: Decimal): Decimal {
  if (d.scale === 0 || d.unscaled % 10n !== 0n) return d;
  if (d.unscaled === 0n) return { unscaled: 0n, scale: 0 };
  const digits = d.unscaled.toString();
  let zeros = 0;
  while (zeros < d.scale && digits[digits.length - 1 - zeros] === "0") zeros++;
  return { unscaled: BigInt(digits.slice(0, digits.length - zeros)), scale: d.scale - zeros };
}

function rescaled(d: Decimal, scale: number): bigint {
  return d.unscaled * 10n ** BigInt(scale - d.scale);
}

/** Limit below which every integer is an exact double. */
const EXACT = 2n ** 53n;

/** Powers of ten that are exact doubles; written out, because `**` need not be exact. */
const POWERS_OF_TEN: readonly number[] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
  1e21, 1e22,
];
