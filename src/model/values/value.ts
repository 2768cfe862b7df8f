import type { Decimal } from "./decimal.js";

/** A value of an attribute. `null` is *no value*; an empty string is a value. */
export type Value = string | number | null;

/** A value as a cell gives it: measures and float attributes are exact decimals until the table keeps them. */
export type Converted = Value | Decimal;

export type Datatype = "string" | "id" | "float" | "date" | "constant";

/** Decimal and thousands separators of a source's numbers. */
export interface NumberFormat {
  readonly decimal: "." | ",";
  /** The thousands separator; spaces are accepted beside it. */
  readonly thousands: string;
}

/** Reason why a text is no value of its datatype: the end of a sentence that begins with the text (`is not a number`). */
export interface ValueError {
  readonly error: string;
}

/** True if a conversion failed. */
export function isError(outcome: unknown): outcome is ValueError {
  return typeof outcome === "object" && outcome !== null && "error" in outcome;
}
