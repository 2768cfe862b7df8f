/** The powers of ten that are exact doubles, as far as decimals are written here. */
const POWERS: readonly number[] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
];

/** Most digits after the decimal point of what `putDecimal` writes. */
export const MOST_DECIMALS = POWERS.length - 1;

/** Bytes that a decimal takes at most: a sign, `0.` and its decimals, or 16 digits and a point. */
export const DECIMAL_BYTES = 24;

/** Digits of one half of a number: what is counted in 32 bits is divided fast. */
const HALF_DIGITS = 7;
const HALF = 10 ** HALF_DIGITS;

const MINUS = 45;
const POINT = 46;
const ZERO = 48;

/**
 * Write `unscaled` / 10^`scale` as `decimalText` has it, without making a string of it.
 * @param bytes with room for `DECIMAL_BYTES` of them
 * @param unscaled a safe integer
 * @param scale at most `MOST_DECIMALS`
 * @returns where it ends
 */
export function putDecimal(bytes: Uint8Array, first: number, unscaled: number, scale: number): number {
  const size = Math.abs(unscaled);
  const power = POWERS[scale]!;
  // Exact: a quotient of a safe integer by a power of ten is never rounded up to the next integer.
  const whole = Math.floor(size / power);
  let at = first;
  if (unscaled < 0) bytes[at++] = MINUS;
  at = putInteger(bytes, at, whole, countDigits(whole));
  let rest = size - whole * power;
  if (rest === 0) return at;
  let decimals = scale;
  while (rest % 10 === 0) {
    rest /= 10;
    decimals--;
  }
  bytes[at++] = POINT;
  return putInteger(bytes, at, rest, decimals);
}

/** @param digits as many as it has, or more: zeros come first then */
function putInteger(bytes: Uint8Array, first: number, integer: number, digits: number): number {
  if (digits <= HALF_DIGITS) return putDigits(bytes, first, integer, digits);
  const high = Math.floor(integer / HALF);
  const at = putInteger(bytes, first, high, digits - HALF_DIGITS);
  return putDigits(bytes, at, integer - high * HALF, HALF_DIGITS);
}

/** @param integer below 2^31 */
function putDigits(bytes: Uint8Array, first: number, integer: number, digits: number): number {
  let rest = integer | 0;
  for (let at = first + digits - 1; at >= first; at--) {
    const next = (rest / 10) | 0;
    bytes[at] = ZERO + rest - next * 10;
    rest = next;
  }
  return first + digits;
}

function countDigits(integer: number): number {
  let digits = 1;
  for (let most = 10; integer >= most; most *= 10) digits++;
  return digits;
}
