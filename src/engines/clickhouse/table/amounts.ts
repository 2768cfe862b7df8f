import { errorText } from "../../../core/errors/error-text.js";
import { BadSource } from "../../../core/errors/errors.js";
import type { BinaryType } from "../client/row-reader.js";

/** Maximum number of decimal digits of the largest integer type. */
const MAX_DIGITS = 76;

/** A measure as it is stored: integers × 10^-`scale`. */
export interface StoredMeasure {
  readonly name: string;
  readonly scale: number;
  /** Maximum number of digits of an amount, decimals included. */
  readonly mostDigits: number;
}

export type IntegerType = Extract<BinaryType, `Int${number}`>;

/** Return the smallest type of integers with so many digits. Sums in ClickHouse wrap: choose by the digits of the sum. */
export function integerType(digits: number): IntegerType {
  return digits <= 18 ? "Int64" : digits <= 38 ? "Int128" : "Int256";
}

/** Return the type of the sum of a measure over so many entries. */
export function sumType({ mostDigits }: StoredMeasure, entries: number): IntegerType {
  return integerType(mostDigits + digitsOf(entries));
}

/** Check that all sums of a measure have a type. @throws BadSource */
export function checkDigits({ name, mostDigits }: StoredMeasure, entries: number): void {
  if (mostDigits + digitsOf(entries) <= MAX_DIGITS) return;
  throw new BadSource(errorText("digits_over_cluster", { name, count: mostDigits, maximum: MAX_DIGITS }));
}

/** True if the sum of the squares of a measure has a type. */
export function hasSquares({ mostDigits }: StoredMeasure, entries: number): boolean {
  return 2 * mostDigits + digitsOf(entries) <= MAX_DIGITS;
}

function digitsOf(entries: number): number {
  return String(Math.max(1, entries)).length;
}
