import type { FormatOf } from "../tables/column-formats.js";
import type { CellError } from "./cell-error.js";

/** How a message goes on that shows how to declare another decimal sign. */
const DECLARE = /; if "." is the (?:decimal sign|thousands separator), give the model .*$| with "decimal": .*$/;

/**
 * Return the error of a cell with its remedy: among cells that a spreadsheet stores as numbers, a text has to be corrected,
 * and another decimal sign would not help.
 */
export function ofStored(error: CellError, formatOf: FormatOf): CellError {
  if (error.datatype !== "float" || error.column === null || formatOf(error.column) === null) return error;
  if (!DECLARE.test(error.message)) return error;
  const message = `${error.message.replace(DECLARE, "")}; the column has cells stored as numbers, so store this one as a number too`;
  return { ...error, message };
}
