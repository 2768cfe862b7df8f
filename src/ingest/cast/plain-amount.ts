import type { Decimal } from "../../model/values/decimal.js";

/** Any integer of this many digits is exact in a double. */
const MAX_DIGITS = 15;

const MINUS = 0x2d;
const ZERO = 0x30;

/**
 * Read a number in its plainest form: digits with an optional leading minus and an optional decimal sign. Nearly
 * every amount has this form. The result equals that of `convert`, in a quarter of the time.
 * @param sign the decimal sign
 * @returns `null` for any other form, even if it is a valid number
 */
export function readPlainAmount(cell: string, sign: "." | ","): Decimal | null {
  const point = sign.charCodeAt(0);
  const negative = cell.charCodeAt(0) === MINUS;
  const start = negative ? 1 : 0;
  if (cell.length - start > MAX_DIGITS) return null;
  let number = 0;
  let pointAt = -1;
  // The number without trailing zeros after the decimal sign.
  let scale = 0;
  let significant = 0;
  for (let at = start; at < cell.length; at++) {
    const code = cell.charCodeAt(at);
    const digit = code - ZERO;
    if (digit >= 0 && digit <= 9) {
      number = number * 10 + digit;
      if (pointAt < 0 || digit > 0) {
        significant = number;
        scale = pointAt < 0 ? 0 : at - pointAt;
      }
    } else if (code === point && pointAt < 0 && at > start) {
      pointAt = at;
    } else {
      return null;
    }
  }
  if (cell.length === start || pointAt === cell.length - 1) return null;
  return { unscaled: BigInt(negative ? -significant : significant), scale };
}
