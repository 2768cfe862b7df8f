/** Powers of ten, by exponent; all of them are exact doubles. */
const POWERS: readonly number[] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
];

/** Maximum of digits after the decimal point that `putDecimal` writes. */
export const MAX_DECIMALS = POWERS.length - 1;

/** Maximum of bytes of a decimal: a sign, and `0.` with 18 decimals or 16 digits with a point. */
export const DECIMAL_BYTES = 24;

/** Digits that are written at once: they fit into 32 bits, where division is fast. */
const PART_DIGITS = 7;
const PART = 10 ** PART_DIGITS;

const MINUS = 45;
const POINT = 46;
const ZERO = 48;

/**
 * Write `unscaled` / 10^`scale` in the same notation as `decimalText`, but without creating a string.
 * @param bytes buffer with space for `DECIMAL_BYTES` after `first`
 * @param unscaled a safe integer
 * @param scale at most `MAX_DECIMALS`
 * @returns the offset of its end
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

/** Write an integer. @param digits number of digits to write; more than it has are leading zeros */
function putInteger(bytes: Uint8Array, first: number, integer: number, digits: number): number {
  if (digits <= PART_DIGITS) return putDigits(bytes, first, integer, digits);
  const high = Math.floor(integer / PART);
  const at = putInteger(bytes, first, high, digits - PART_DIGITS);
  return putDigits(bytes, at, integer - high * PART, PART_DIGITS);
}

/** Write an integer of at most `PART_DIGITS` digits. @param integer below 2^31 */
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
