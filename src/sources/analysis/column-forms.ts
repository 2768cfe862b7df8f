import { isAmountHeading, isCodeHeading, isDateHeading } from "./headings.js";
import type { ColumnAnalysis } from "./table-analysis.js";

/** True for a column whose values may be the codes of a dimension. */
export function isCode({ type, heading, currency }: Pick<ColumnAnalysis, "type" | "heading" | "currency">): boolean {
  if (type.kind === "text") return type.form === "codes" && !isDateHeading(heading);
  if (type.kind !== "number" || currency !== null || isAmountHeading(heading)) return false;
  return type.areIntegers && !type.min.startsWith("-");
}

/** Numbers of one length, from this on, may be codes without a heading that says so. */
const CODE_DIGITS = 4;
/** Numbers that count rows or things leave out at most so many of their range for each that they use. */
const DENSITY = 3;

/**
 * True for whole numbers that are codes rather than amounts: their heading says so, they have one length, or they are
 * numbered one after the other.
 */
export function isCodeNumber({ heading, type, distinct, currency }: ColumnAnalysis): boolean {
  if (type.kind !== "number" || !type.areIntegers || type.isFormatSure || currency !== null) return false;
  if (isAmountHeading(heading) || type.min.startsWith("-")) return false;
  if (isCodeHeading(heading)) return true;
  const { min, max } = type;
  if (min.length === max.length && min.length >= CODE_DIGITS) return true;
  return distinct > DENSITY && BigInt(max) - BigInt(min) < BigInt(distinct * DENSITY);
}

/** True for a column whose values may be the labels of a dimension. */
export function isWords({ type }: ColumnAnalysis): boolean {
  return type.kind === "text" && type.form !== "colors" && type.longest > 2;
}

/** True for amounts among which are too many other texts: they identify nothing. */
export function areMixedAmounts({ heading, type }: ColumnAnalysis): boolean {
  return type.kind === "text" && type.numbers !== undefined && isAmountHeading(heading);
}
