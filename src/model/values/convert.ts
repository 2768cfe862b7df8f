import type { Decimal } from "./decimal.js";
import type { Source, Value } from "../cube.js";
import { parseDate } from "./dates.js";
import { parseDecimal } from "./numbers.js";
import { slug } from "./slug.js";

/** A value as a cell gives it: measures and float attributes are exact decimals until the table keeps them. */
export type Converted = Value | Decimal;

/** Why a text is no value of its datatype: the end of a sentence that begins with the text (`is not a number`). */
export interface ValueError {
  readonly error: string;
}

/**
 * Turn a cell into the value of its datatype: text is kept as it is, an `id` becomes a slug, a `float` an exact
 * decimal, a `date` `YYYY-MM-DD`.
 * @param text not empty; what an empty cell becomes is `source.empty`
 */
export function convert(source: Pick<Source, "datatype" | "numbers" | "format">, text: string): Converted | ValueError {
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

/** Whether a conversion failed. */
export function isError(outcome: unknown): outcome is ValueError {
  return typeof outcome === "object" && outcome !== null && "error" in outcome;
}
