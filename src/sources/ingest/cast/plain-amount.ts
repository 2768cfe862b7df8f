import type { Decimal } from "../../../core/model/values/decimal.js";
import { MAX_PLAIN, PlainNumber } from "./plain-number.js";

const characters = new Uint16Array(MAX_PLAIN);
const readers = { ".": new PlainNumber("."), ",": new PlainNumber(",") };

/**
 * Read a number in its plainest form. The result equals that of `convert`, in a quarter of the time.
 * @param sign the decimal sign
 * @returns `null` for any other form, even if it is a valid number
 */
export function readPlainAmount(cell: string, sign: "." | ","): Decimal | null {
  const number = scanPlainNumber(cell, sign);
  return number && { unscaled: BigInt(number.integer), scale: number.scale };
}

/** Read a number as `readPlainAmount` does. @returns the number, valid until the next is read */
export function scanPlainNumber(cell: string, sign: "." | ","): Pick<PlainNumber, "integer" | "scale"> | null {
  const { length } = cell;
  if (length > MAX_PLAIN) return null;
  for (let at = 0; at < length; at++) characters[at] = cell.charCodeAt(at);
  const number = readers[sign];
  return number.read(characters, 0, length) ? number : null;
}
