import type { Value } from "../model/values/value.js";

/**
 * Order two values: numbers by size, text by Unicode code point, missing values last in both directions.
 * @returns below 0, 0 or above 0
 */
export function compareValues(a: Value, b: Value, descending = false): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const ascending = typeof a === "number" && typeof b === "number" ? a - b : compareText(String(a), String(b));
  return descending ? -ascending : ascending;
}

/**
 * Order two texts by Unicode code point. Code units have the same order except for surrogates, which stand for the
 * highest code points.
 */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const x = a.charCodeAt(at);
    const y = b.charCodeAt(at);
    if (x !== y) return (isSurrogate(x) ? x + 0x10000 : x) - (isSurrogate(y) ? y + 0x10000 : y);
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
