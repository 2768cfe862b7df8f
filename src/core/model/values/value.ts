import type { Decimal } from "./decimal.js";

/** A value of an attribute. `null` is the missing value; an empty string is a value. */
export type Value = string | number | null;

/**
 * A value converted from a cell: measures and float attributes are exact decimals until they are stored in the table.
 */
export type Converted = Value | Decimal;

export type Datatype = "string" | "id" | "float" | "date" | "constant";

/** Decimal and thousands separators of a source's numbers. */
export interface NumberFormat {
  readonly decimal: "." | ",";
  /** The thousands separator. Spaces are accepted, too. */
  readonly thousands: string;
  /** True if the model states neither, so that this format is only assumed. */
  readonly isAssumed?: boolean;
}

/**
 * Reason why a text is not a value of its datatype: the end of a sentence that begins with the text (`is not a
 * number`).
 */
export interface ValueError {
  readonly error: string;
}

/** True if a conversion failed. */
export function isError(outcome: unknown): outcome is ValueError {
  return typeof outcome === "object" && outcome !== null && "error" in outcome;
}
