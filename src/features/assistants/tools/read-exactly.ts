import { fractionText, nearestQuotient } from "../../../core/model/values/fraction.js";

/** Matches a text or a number of JSON. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Digits that every double keeps. */
const SAFE_DIGITS = 15;

/** Parse JSON. Numbers with more digits than a double keeps become texts. @param json valid JSON */
export function readExactly(json: string): unknown {
  const kept = json.replaceAll(TOKEN, (token) =>
    token.startsWith('"') || countDigits(token) <= SAFE_DIGITS ? token : `"${token}"`,
  );
  return JSON.parse(kept);
}

function countDigits(number: string): number {
  return number.replace(/[eE].*$/, "").replaceAll(/\D/g, "").length;
}

const FRACTION = /^(-?\d+)\/(\d+)$/;

/** Write `p/q`, which has no finite decimal, as the decimal of the nearest double. Other texts stay. */
export function writeQuotient(text: string): string {
  const [, numerator, denominator] = FRACTION.exec(text) ?? [];
  if (numerator === undefined) return text;
  return plainDecimal(nearestQuotient(BigInt(numerator), BigInt(denominator!)));
}

/** Write a number without an exponent. */
function plainDecimal(number: number): string {
  const text = String(number);
  const [, whole, part = "", exponent] = /^(-?\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (whole === undefined) return text;
  const power = Number(exponent) - part.length;
  const digits = BigInt(whole + part);
  return power >= 0
    ? String(digits * 10n ** BigInt(power))
    : fractionText({ numerator: digits, denominator: 10n ** BigInt(-power) });
}
