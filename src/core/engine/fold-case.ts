import type { Value } from "../model/values/value.js";
import { foldText } from "../query/text/fold-text.js";
import { compareValues } from "./compare.js";

/**
 * Return a text without letter case. Lower case comes first, because it splits letters such as `İ`, then upper case,
 * because it unifies letters with two lower-case forms (`σ` and `ς`).
 */
export function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase();
}

/** Return a text without letter case, and any other value unchanged. */
export function foldValue(value: Value): Value {
  return typeof value === "string" ? foldCase(value) : value;
}

/** Order two values, ignoring letter case: text by code point, numbers by size, missing values last. */
export function compareFolded(a: Value, b: Value): number {
  return compareValues(foldValue(a), foldValue(b));
}

/**
 * True if a value, written as text, begins with a prefix, folded as a search folds it.
 * @param prefix folded by `foldText`; a missing value begins only with the empty prefix
 */
export function beginsWith(value: Value, prefix: string): boolean {
  if (prefix === "") return true;
  return value !== null && foldText(String(value)).startsWith(prefix);
}
