import type { Datatype } from "../../model/values/value.js";

/** A cell, or a whole row, that cannot be loaded. */
export interface CellError {
  /** 1 is the first record after the header; blank ones are counted. */
  readonly row: number;
  /** Header of the column; `null`, like `attribute`, `datatype` and `value`, where it is the whole row. */
  readonly column: string | null;
  /** Name of a measure, of a date or an attribute dimension, or `dimension.attribute`. */
  readonly attribute: string | null;
  readonly datatype: Datatype | null;
  /** The cell as it is in the source, without what is beyond 200 characters. */
  readonly value: string | null;
  /** A sentence with the value and the remedy. */
  readonly message: string;
}

/** Told of errors one by one, in the order of the rows. */
export type OnError = (error: CellError) => void;

/** A cell may have megabytes and a report a thousand of them. */
const MAX_SHOWN = 200;

/** A cell for messages and records. */
export function shownCell(cell: string): string {
  return cell.length > MAX_SHOWN ? `${cell.slice(0, MAX_SHOWN)}…` : cell;
}

/** One line about an error, with its place. */
export function describeError({ row, column, attribute, message }: CellError): string {
  return column === null ? `Row ${row}: ${message}` : `Row ${row}, column "${column}" (${attribute}): ${message}`;
}
