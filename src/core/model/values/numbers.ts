import { errorText } from "../../errors/error-text.js";
import { phraseText } from "../../errors/phrase-text.js";
import type { ValueError, NumberFormat } from "./value.js";
import type { Decimal } from "./decimal.js";
import { isNoFraction, unwrapNumber } from "./number-signs.js";

/** Number format if the model does not define one. */
export const PLAIN_NUMBERS: NumberFormat = { decimal: ".", thousands: ",", isAssumed: true };

/** Maximum number of decimals. More cannot change the nearest double: doubles have at most 1,074. */
const MAX_DECIMALS = 1100;

/** Maximum length of a number in characters; limits the cost of big integers. */
const MAX_LENGTH = 2000;

const LARGEST = BigInt(Number.MAX_VALUE);

/**
 * Parse a number as people write it: with a sign before or after it, brackets or `CR` for negatives, a currency sign,
 * thousands separators or an exponent.
 * @param format defines the meaning of `.` and `,`; spaces and apostrophes are thousands separators in every format
 * Cost: linear in the text; texts longer than 2,000 characters are refused unread.
 */
export function parseDecimal(text: string, format: NumberFormat): Decimal | ValueError {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) return { error: errorText("number_too_long") };
  if ((format.decimal === "." ? PLAIN_POINT : PLAIN_COMMA).test(trimmed)) return plainDecimal(trimmed, format.decimal);

  const number = unwrapNumber(trimmed);
  const e = number.body.search(/e/i);
  const mantissa = e < 0 ? number.body : number.body.slice(0, e);
  const exponent = e < 0 ? "0" : number.body.slice(e + 1).replace("\u2212", "-");
  if (!/^[+-]?\d+$/.test(exponent)) return { error: errorText("not_a_number") };

  const [whole = "", written = "", ...more] = mantissa.split(format.decimal);
  const fraction = whole !== "" && isNoFraction(written) ? "" : written;
  if (more.length > 0) return misread(format.decimal, phraseText("sign_only_once"), format);
  const digits = ungrouped(whole, format);
  if (typeof digits !== "string") return digits;
  if (!/^\d*$/.test(fraction)) return foreignFraction(fraction, format);
  if (digits === "" && fraction === "") return { error: errorText("not_a_number") };
  return scaled(number.negative, digits + fraction, fraction.length - exponentOf(exponent));
}

const PLAIN_POINT = /^-?\d+(?:\.\d+)?$/;
const PLAIN_COMMA = /^-?\d+(?:,\d+)?$/;

function plainDecimal(text: string, decimal: string): Decimal | ValueError {
  const point = text.indexOf(decimal);
  const negative = text.startsWith("-");
  const digits = point < 0 ? text.slice(negative ? 1 : 0) : text.slice(negative ? 1 : 0, point) + text.slice(point + 1);
  return scaled(negative, digits, point < 0 ? 0 : text.length - point - 1);
}

/**
 * Return `digits` / 10^`decimals`. All limits are checked before a big integer is built, so `1e999999999` costs nothing.
 * @param decimals negative for a positive exponent
 */
function scaled(negative: boolean, digits: string, decimals: number): Decimal | ValueError {
  let start = 0;
  while (digits[start] === "0") start++;
  let end = digits.length;
  while (end > start && digits[end - 1] === "0" && decimals > 0) {
    end--;
    decimals--;
  }
  if (start === digits.length || end === start) return { unscaled: 0n, scale: 0 };
  if (end - start - decimals > 309) return { error: errorText("number_too_large") };
  if (decimals > MAX_DECIMALS) return { error: errorText("too_many_decimals") };

  const scale = Math.max(decimals, 0);
  const magnitude = BigInt(digits.slice(start, end) + "0".repeat(scale - decimals));
  if (end - start - decimals === 309 && magnitude > LARGEST * 10n ** BigInt(scale)) {
    return { error: errorText("number_too_large") };
  }
  return { unscaled: negative ? -magnitude : magnitude, scale };
}

/**
 * Parse an exponent, limited so that sums with it stay exact; above the limit every number except zero is out of range.
 */
function exponentOf(text: string): number {
  return Math.min(Math.max(Number(text), -1e6), 1e6);
}

/** Check and remove the thousands separators of the digits before the decimal sign. */
function ungrouped(whole: string, format: NumberFormat): string | ValueError {
  if (/^\d*$/.test(whole)) return whole;
  const own = !isSpace(format.thousands) && whole.includes(format.thousands);
  const plain = own ? whole : whole.replace(APOSTROPHE, "'").replace(/\s/gu, " ");
  const separator = own ? format.thousands : plain.includes("'") ? "'" : " ";
  const groups = plain.split(separator);
  if (!groups.every((group) => /^\d*$/.test(group))) return foreignSign(whole, format);

  const last = groups.length - 1;
  const fits = groups.every((group, i) => {
    if (i === 0) return group.length >= 1 && group.length <= 3;
    return group.length === 3 || (group.length === 2 && i < last);
  });
  // "0,123" is meant as a fraction: no number with thousands begins with zero.
  if (last > 0 && fits && groups[0] !== "0") return groups.join("");
  return misread(separator, phraseText("before_groups_of_three"), format);
}

/** Apostrophes as printed and as typed: separators of thousands in Switzerland. */
const APOSTROPHE = /['’ʼ´`]/gu;

/** True if a separator is a space or empty; spaces are accepted in every format. */
function isSpace(character: string): boolean {
  return character.trim() === "";
}

function foreignFraction(fraction: string, format: NumberFormat): ValueError {
  if (format.thousands !== "" && fraction.includes(format.thousands)) {
    return misread(format.thousands, phraseText("before_decimal_sign", { decimal: format.decimal }), format);
  }
  return foreignSign(fraction, format);
}

/** Return the error for digits that contain characters other than the format's own signs. */
function foreignSign(digits: string, format: NumberFormat): ValueError {
  if (!/^[\d.,'’_\s]*$/u.test(digits)) return { error: errorText("not_a_number") };
  return { error: errorText("not_a_number_as_written", { decimal: format.decimal, thousands: format.thousands }) };
}

/** Return the error for a misplaced sign: its role in the format, and the model's keys to change that role. */
function misread(sign: string, rule: string, format: NumberFormat): ValueError {
  if (isSpace(sign)) {
    return { error: errorText("blank_in_number") };
  }
  const isDecimal = sign === format.decimal;
  const role = phraseText(isDecimal ? "decimal_sign" : "thousands_separator");
  if (sign !== "." && sign !== ",") {
    return { error: errorText("sign_out_of_place", { role, sign, rule }) };
  }
  const [decimal, thousands] = isDecimal ? [sign === "." ? "," : ".", sign] : [sign, sign === "." ? "," : "."];
  const other = phraseText(isDecimal ? "thousands_separator" : "decimal_sign");
  return {
    error: errorText("sign_of_other_meaning", { role, sign, rule, sign_b: sign, other, decimal, thousands }),
  };
}
