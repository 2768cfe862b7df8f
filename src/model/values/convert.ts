import { parseDate } from "./dates.js";
import { parseDecimal } from "./numbers.js";
import { slug } from "./slug.js";
import type { Converted, Datatype, NumberFormat, ValueError } from "./value.js";

/** The parts of a source that say how its cells are read. */
export interface CellFormat {
  readonly datatype: Datatype;
  readonly numbers: NumberFormat;
  readonly format: string | null;
}

/**
 * Turn a cell into the value of its datatype: text is kept as it is, an `id` becomes a slug, a `float` an exact
 * decimal, a `date` `YYYY-MM-DD`.
 * @param text not empty; what an empty cell becomes is `source.empty`
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
