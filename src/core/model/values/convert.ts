import { errorText } from "../../errors/error-text.js";
import { compareDecimals, decimalNumber, isDecimal, shortestDecimal } from "./decimal.js";
import { parseDate } from "./dates.js";
import { parseDecimal } from "./numbers.js";
import { slug } from "./slug.js";
import type { Converted, Datatype, NumberFormat, ValueError } from "./value.js";

/** The parts of a source that define how its cells are read. */
export interface CellFormat {
  readonly datatype: Datatype;
  readonly numbers: NumberFormat;
  readonly format: string | null;
}

/**
 * Convert a cell to the value of its datatype: text stays as it is, an `id` becomes a slug, a `float` an exact decimal,
 * a `date` the text `YYYY-MM-DD`.
 * @param text not empty; `source.empty` holds the value of an empty cell
 */
export function convert(source: CellFormat, text: string): Converted | ValueError {
  switch (source.datatype) {
    case "id":
      return slug(text);
    case "float":
      return parseDecimal(text, source.numbers);
    case "date":
      return parseDate(text, source.format);
    case "string":
    case "constant":
      return text;
  }
}

/** Refuse a number that a double would change: attributes keep numbers as doubles. Other values stay. */
export function requireDouble(value: Converted | ValueError): Converted | ValueError {
  if (!isDecimal(value) || compareDecimals(value, shortestDecimal(decimalNumber(value))) === 0) return value;
  return { error: errorText("digits_beyond_attribute") };
}
