import { phraseText } from "../../../core/errors/phrase-text.js";
import type { Datatype } from "../../../core/model/values/value.js";

/** A cell, or a whole row, that cannot be loaded. */
export interface CellError {
  /** Row number; 1 is the first record after the header, and blank records count. */
  readonly row: number;
  /** Line of the file on which the row begins; 1 is the first. Absent if it is not known. */
  readonly line?: number;
  /** Header of the column; if the whole row is wrong, this, `attribute`, `datatype` and `value` are `null`. */
  readonly column: string | null;
  /** Name of a measure, a date dimension or an attribute dimension, or `dimension.attribute`. */
  readonly attribute: string | null;
  readonly datatype: Datatype | null;
  /** The cell as in the source, cut after 200 characters. */
  readonly value: string | null;
  /** A sentence that names the value and the remedy. */
  readonly message: string;
}

/** Return an error of a whole row. */
export function rowError(row: number, message: string): CellError {
  return { row, column: null, attribute: null, datatype: null, value: null, message };
}

/** Receives errors one by one, in the order of the rows. */
export type OnError = (error: CellError) => void;

/** Characters shown of a cell: a cell may have megabytes, and a report a thousand cells. */
const MAX_SHOWN = 200;

/** Shorten a cell for messages and reports. */
export function shownCell(cell: string): string {
  return cell.length > MAX_SHOWN ? `${cell.slice(0, MAX_SHOWN)}…` : cell;
}

/** Describe an error in one line, with its row and column. */
export function explainError({ message, ...cell }: CellError): string {
  return `${placeOfCell(cell)}: ${message}`;
}

/** Name a row, or a cell in it. */
function placeOfCell({ row, line, column, attribute }: Omit<CellError, "message">): string {
  if (column === null)
    return line === undefined ? phraseText("at_row", { row }) : phraseText("at_row_and_line", { row, line });
  const values = { row, column, attribute };
  return line === undefined ? phraseText("at_cell", values) : phraseText("at_cell_of_line", { ...values, line });
}
