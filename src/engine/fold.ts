import type { Value } from "../model/values/value.js";
import { compareValues } from "./compare.js";

/**
 * A text without its letter case. Lower case first, which takes apart what has no capital of its own (`İ`), then upper
 * case, which brings together what has two small ones (`σ` and `ς`).
 */
export function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase();
}

/** A value as it is compared with the beginning of another, letter case aside. */
export function foldValue(value: Value): Value {
  return typeof value === "string" ? foldCase(value) : value;
}

/** Order two values whatever their letter case: text by code point, numbers as numbers, no value last. */
export function compareFolded(a: Value, b: Value): number {
  return compareValues(foldValue(a), foldValue(b));
}

/**
 * Whether a value, written out, begins with a prefix.
 * @param prefix folded; every text begins with the empty one, and no value with none but that
 */
export function beginsWith(value: Value, prefix: string): boolean {
  if (prefix === "") return true;
  return value !== null && foldCase(String(value)).startsWith(prefix);
}
