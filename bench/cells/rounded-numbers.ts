/** With so many decimals or fewer, and below so many units of the last one, numbers are written here. */
const UNITS = 100;
/** Bound of unscaled numbers: different decimals of up to 15 digits are different doubles. */
const MOST_UNITS = 1e15;
const HALF_DIGITS = 7;
const HALF = 10 ** HALF_DIGITS;

const [MINUS, POINT, ZERO] = [45, 46, 48];

/** The nearest doubles of 64-bit integers divided by `power`, which is an exact double. */
export function roundIntegers(unscaled: BigInt64Array, power: number): Float64Array {
  const numbers = new Float64Array(unscaled.length);
  const halves = new Int32Array(unscaled.buffer, unscaled.byteOffset, unscaled.length * 2);
  for (let at = 0; at < numbers.length; at++) {
    const upper = halves[at * 2 + 1]!;
    numbers[at] =
      upper < 2 ** 21 && upper >= -(2 ** 21)
        ? (upper * 2 ** 32 + (halves[at * 2]! >>> 0)) / power
        : Number(unscaled[at]) / power;
  }
  return numbers;
}

/** Write a double as `String` has it: what was done when sums were rounded before they were written. */
export function putRounded(bytes: Buffer, first: number, value: number): number {
  const size = Math.abs(value);
  const units = Math.round(size * UNITS);
  if (!(units < MOST_UNITS && units / UNITS === size)) return first + bytes.write(JSON.stringify(value), first);
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
  return rest % 10 === 0 ? putDigits(bytes, at, rest / 10, 1) : putDigits(bytes, at, rest, 2);
}

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
