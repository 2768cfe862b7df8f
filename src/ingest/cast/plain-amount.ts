import type { Decimal } from "../../model/values/decimal.js";

/** So many digits are exact in a double. */
const MAX_DIGITS = 15;

const MINUS = 0x2d;
const ZERO = 0x30;

/**
 * Read a number in its plainest form: digits, perhaps a minus before them and a decimal sign among them. Nearly
 * every amount is written like that, and this takes a quarter of the time of `convert`, which says the same.
 * @param sign the decimal sign
 * @returns `null` for any other form, be it a number or not
 */
export function readPlainAmount(cell: string, sign: "." | ","): Decimal | null {
  const point = sign.charCodeAt(0);
  const negative = cell.charCodeAt(0) === MINUS;
  const start = negative ? 1 : 0;
  if (cell.length - start > MAX_DIGITS) return null;
  let number = 0;
  let pointAt = -1;
  // Digits up to the last that is not a zero behind the point.
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
