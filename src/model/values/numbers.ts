import type { ValueError, NumberFormat } from "./value.js";
import type { Decimal } from "./decimal.js";
import { unwrapNumber } from "./number-signs.js";

/** How numbers are written where a model says nothing. */
export const PLAIN_NUMBERS: NumberFormat = { decimal: ".", thousands: "," };

/** Decimals beyond these cannot change the nearest double, whose own have 1,074. */
const MAX_DECIMALS = 1100;

/** A cell beyond this is no number; it keeps the cost of big integers small whatever the cell holds. */
const MAX_LENGTH = 2000;

const LARGEST = BigInt(Number.MAX_VALUE);

/**
 * Read a number as people write it: sign before or after, brackets for negatives, a currency sign, thousands
 * separators, exponents.
 * @param format decides what `.` and `,` mean; spaces are thousands separators in every format
 * Cost: linear in the text; nothing longer than 2,000 characters is looked into.
 */
export function parseDecimal(text: string, format: NumberFormat): Decimal | ValueError {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) return { error: "is not a number: it is longer than 2,000 characters" };
  if ((format.decimal === "." ? PLAIN_POINT : PLAIN_COMMA).test(trimmed)) return plainDecimal(trimmed, format.decimal);

  const number = unwrapNumber(trimmed);
  const e = number.body.search(/e/i);
  const mantissa = e < 0 ? number.body : number.body.slice(0, e);
  const exponent = e < 0 ? "0" : number.body.slice(e + 1).replace("\u2212", "-");
  if (!/^[+-]?\d+$/.test(exponent)) return { error: "is not a number" };

  const [whole = "", fraction = "", ...more] = mantissa.split(format.decimal);
  if (more.length > 0) return misread(format.decimal, "is written once", format);
  const digits = ungrouped(whole, format);
  if (typeof digits !== "string") return digits;
  if (!/^\d*$/.test(fraction)) return foreignFraction(fraction, format);
  if (digits === "" && fraction === "") return { error: "is not a number" };
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
 * `digits` / 10^`decimals`. Everything is bounded before a big integer is made: `1e999999999` costs nothing.
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
  if (end - start - decimals > 309) return { error: "is beyond the largest number, 1.797e308" };
  if (decimals > MAX_DECIMALS) return { error: "has more than 1,100 decimals" };

  const scale = Math.max(decimals, 0);
  const magnitude = BigInt(digits.slice(start, end) + "0".repeat(scale - decimals));
  if (end - start - decimals === 309 && magnitude > LARGEST * 10n ** BigInt(scale)) {
    return { error: "is beyond the largest number, 1.797e308" };
  }
  return { unscaled: negative ? -magnitude : magnitude, scale };
}

/** Bounded, so that sums with it stay exact; beyond the bound every number but zero is out of range anyway. */
function exponentOf(text: string): number {
  return Math.min(Math.max(Number(text), -1e6), 1e6);
}

/** The digits before the decimal sign, thousands separators checked and taken out. */
function ungrouped(whole: string, format: NumberFormat): string | ValueError {
  if (/^\d*$/.test(whole)) return whole;
  const own = !isSpace(format.thousands) && whole.includes(format.thousands);
  const separator = own ? format.thousands : " ";
  const groups = (own ? whole : whole.replace(/\s/gu, " ")).split(separator);
  if (!groups.every((group) => /^\d*$/.test(group))) return foreignSign(whole, format);

  const last = groups.length - 1;
  const fits = groups.every((group, i) => {
    if (i === 0) return group.length >= 1 && group.length <= 3;
    return group.length === 3 || (group.length === 2 && i < last);
  });
  // "0,123" means a fraction to whoever wrote it: no thousands begin with a zero.
  if (last > 0 && fits && groups[0] !== "0") return groups.join("");
  return misread(separator, "stands before groups of three digits", format);
}

/** Whether a separator is a space, or none at all: spaces are understood in every format. */
function isSpace(character: string): boolean {
  return character.trim() === "";
}

function foreignFraction(fraction: string, format: NumberFormat): ValueError {
  if (format.thousands !== "" && fraction.includes(format.thousands)) {
    return misread(format.thousands, `stands before the decimal sign "${format.decimal}"`, format);
  }
  return foreignSign(fraction, format);
}

/** Where something else than the format's own signs is among the digits. */
function foreignSign(digits: string, format: NumberFormat): ValueError {
  if (!/^[\d.,'’_\s]*$/u.test(digits)) return { error: "is not a number" };
  return { error: `is not a number with "decimal": "${format.decimal}" and "thousands": "${format.thousands}"` };
}

/** What a sign of the format is for, and what to write when it means the other thing. */
function misread(sign: string, rule: string, format: NumberFormat): ValueError {
  const role = sign === format.decimal ? "decimal sign" : "thousands separator";
  const sentence = `is not a number here: the ${role} "${sign}" ${rule}`;
  if (sign !== "." && sign !== ",") {
    return { error: `${sentence}; "decimal" and "thousands" of the model say how numbers are written` };
  }
  const [decimal, thousands] =
    sign === format.decimal ? [sign === "." ? "," : ".", sign] : [sign, sign === "." ? "," : "."];
  const other = sign === format.decimal ? "thousands separator" : "decimal sign";
  return {
    error: `${sentence}; if "${sign}" is the ${other}, give the model "decimal": "${decimal}" and "thousands": "${thousands}"`,
  };
}
