/** With so many decimals or fewer, and below so many units of the last one, numbers are written here. */
const DECIMALS = 2;
const UNITS = 10 ** DECIMALS;
/** Of decimals of up to 15 digits no two make the same double, so that none is shorter than the one without zeros. */
const MOST_UNITS = 1e15;
/** Digits of one half of a number: what is counted in 32 bits is divided fast. */
const HALF_DIGITS = 7;
const HALF = 10 ** HALF_DIGITS;

const MINUS = 45;
const POINT = 46;
const ZERO = 48;

/**
 * Write a number as `String` has it, in digits, without making a string of it.
 * @param bytes with room for 24 of them
 * @returns where it ends; `null` where it is none of those that are easy to write: then `bytes` say nothing
 */
export function putNumber(bytes: Uint8Array, first: number, value: number): number | null {
  const size = Math.abs(value);
  const units = Math.round(size * UNITS);
  // Not for what is no number either.
  if (!(units < MOST_UNITS && units / UNITS === size)) return null;
  let at = first;
  if (value < 0) bytes[at++] = MINUS;
  const whole = Math.floor(units / UNITS);
  const high = Math.floor(whole / HALF);
  if (high > 0) at = putDigits(bytes, at, high, countDigits(high));
  const low = whole - high * HALF;
  at = putDigits(bytes, at, low, high > 0 ? HALF_DIGITS : countDigits(low));
  const rest = units - whole * UNITS;
  if (rest === 0) return at;
  bytes[at++] = POINT;
  return rest % 10 === 0 ? putDigits(bytes, at, rest / 10, 1) : putDigits(bytes, at, rest, DECIMALS);
}

/** @param whole below 2^31 */
function putDigits(bytes: Uint8Array, first: number, whole: number, digits: number): number {
  let rest = whole | 0;
  for (let at = first + digits - 1; at >= first; at--) {
    const next = (rest / 10) | 0;
    bytes[at] = ZERO + rest - next * 10;
    rest = next;
  }
  return first + digits;
}

function countDigits(whole: number): number {
  let digits = 1;
  for (let most = 10; whole >= most; most *= 10) digits++;
  return digits;
}
